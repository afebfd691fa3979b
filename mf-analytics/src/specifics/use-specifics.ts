import { useBlinded } from '@readerlens/auth/react';
import { noteOf, sectionsOf } from './specifics-sections.ts';
import type { SpecificsSection, SpecificsSource } from './specifics-sections.ts';

interface Specifics {
  sections: SpecificsSection[];
  /** What was written freely, ahead of the sections; without either, why there is nothing. '' for nothing. */
  note: string;
  isEmpty: boolean;
}

/** What an activity says beside its facts, as far as whoever looks may know it. */
export const useSpecifics = (source: SpecificsSource): Specifics => {
  const blinded = useBlinded();
  const sections = sectionsOf(source.specificsModel);
  const note = noteOf(source, { blinded, isAlone: sections.length === 0 });
  return { sections, note, isEmpty: sections.length === 0 && note === '' };
};

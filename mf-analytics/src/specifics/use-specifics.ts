import { useBlinded } from '@readerlens/auth/react';
import { noteOf, sectionsOf } from './specifics-sections.ts';
import type { SpecificsSection, SpecificsSource } from './specifics-sections.ts';

interface Specifics {
  sections: SpecificsSection[];
  /** The free text shown before the sections, or the reason why there are none; '' for nothing. */
  note: string;
  isEmpty: boolean;
}

/** The specifics of an activity, as far as the viewer may see them. */
export const useSpecifics = (source: SpecificsSource): Specifics => {
  const blinded = useBlinded();
  const sections = sectionsOf(source.specificsModel);
  const note = noteOf(source, { blinded, isAlone: sections.length === 0 });
  return { sections, note, isEmpty: sections.length === 0 && note === '' };
};

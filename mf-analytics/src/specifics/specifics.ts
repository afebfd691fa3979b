import { useBlinded } from '@readerlens/auth/react';
import {
  hiddenSpecificsText,
  maxNoteLength,
  noNotesText,
  readerQuestionsTitle,
} from '@readerlens/contract/explorer';
import type { ActivityType } from '@readerlens/contract/vocabulary';
import type { CallData, Calls } from '@readerlens/contract/client';

export type ActivityDetail = CallData<Calls['GET /api/analytics/search-details/{type}/{id}']>;
export type SpecificsModel = NonNullable<ActivityDetail['specificsModel']>;

/** The specifics of an activity, as search rows and details have them. */
export interface SpecificsSource {
  readonly activityType: ActivityType;
  /** Whether there are specifics, even if Blinded Mode hides them. */
  readonly hasSpecifics: boolean;
  readonly specifics: string | null;
  readonly specificsModel: SpecificsModel | null;
}

export interface QuestionAndAnswer {
  readonly question: string;
  readonly answer: string | null;
  readonly answeredBy?: string | null;
}

export interface SpecificsSection {
  readonly title: string;
  readonly items: readonly QuestionAndAnswer[];
}

const joined = (items: readonly { question: string; answers: readonly string[] }[]): QuestionAndAnswer[] =>
  items.map(({ question, answers }) => ({
    question,
    answer: answers.length > 0 ? answers.join(', ') : null,
  }));

/** The structured sections that have items, in order. */
export const listSections = (model: SpecificsModel | null): SpecificsSection[] =>
  model === null
    ? []
    : [
        { title: readerQuestionsTitle, items: model.questions },
        { title: 'Polls', items: joined(model.polls) },
        { title: 'Surveys', items: joined(model.surveys) },
        { title: 'Registration Questions', items: model.registrationQuestions },
      ].filter(({ items }) => items.length > 0);

/**
 * The free text, or a placeholder: Blinded Mode hides existing specifics, and a customer request without notes or
 * sections says so. '' for nothing.
 */
export const chooseNote = (
  source: SpecificsSource,
  { blinded, isAlone }: { blinded: boolean; isAlone: boolean },
): string => {
  const { activityType, specifics, hasSpecifics } = source;
  if (blinded && hasSpecifics) return hiddenSpecificsText;
  const text = specifics?.trim() ?? '';
  return text === '' && isAlone && activityType === 'CustomerRequest' ? noNotesText : text;
};

/** Truncates a long note at a word, with an ellipsis. */
export const cutNote = (note: string): string => {
  if (note.length <= maxNoteLength) return note;
  const start = note.slice(0, maxNoteLength - 1);
  const atWord = /\s/.test(note.charAt(maxNoteLength - 1)) ? start : start.replace(/\s\S*$/, '');
  return `${atWord.trimEnd()}…`;
};

interface Specifics {
  sections: SpecificsSection[];
  /** The free text shown before the sections, or the reason why there are none; '' for nothing. */
  note: string;
  isEmpty: boolean;
}

/** The specifics of an activity, as far as the viewer may see them. */
export const useSpecifics = (source: SpecificsSource): Specifics => {
  const blinded = useBlinded();
  const sections = listSections(source.specificsModel);
  const note = chooseNote(source, { blinded, isAlone: sections.length === 0 });
  return { sections, note, isEmpty: sections.length === 0 && note === '' };
};

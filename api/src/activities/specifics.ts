import type { SpecificsModel } from '@readerlens/contract';
import { isRecord } from '@readerlens/contract/guards';

const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
const readText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((each) => readText(each) ?? []) : [];

const options = (value: unknown) =>
  recordsIn(value).map(({ question, answers }) => ({
    question: readText(question) ?? '',
    answers: textsIn(answers),
  }));

export interface Specifics {
  /** Notes, or the whole text when its structure is unknown. */
  readonly notes: string | null;
  readonly model: SpecificsModel | null;
}

/** Parses the specifics of an activity from `engagement_detail`. Skips stored JSON with an unexpected shape. */
export const parseSpecifics = (text: string | null, stored: unknown): Specifics => {
  if (!isRecord(stored)) return { notes: readText(text), model: null };
  const model: SpecificsModel = {
    questions: recordsIn(stored.questions).map(({ question, answer, answeredBy }) => ({
      question: readText(question) ?? '',
      answer: readText(answer),
      answeredBy: readText(answeredBy),
    })),
    polls: options(stored.polls),
    surveys: options(stored.surveys),
    registrationQuestions: recordsIn(stored.registrationQuestions).map(({ question, answer }) => ({
      question: readText(question) ?? '',
      answer: readText(answer),
    })),
  };
  const isEmpty = Object.values(model).every((part) => part.length === 0);
  return { notes: readText(stored.notes), model: isEmpty ? null : model };
};

import { useUser } from '@readerlens/auth/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createCatalogue, fieldGroups, namedCatalogue, questionField } from '../model/index.ts';
import type { FieldCatalogue, FieldDefinition } from '../model/index.ts';
import { questionsQuery } from './questions.ts';
import type { QuestionRow } from './questions.ts';

export interface Catalogue {
  /** All fields once loaded; while loading and after an error, the named ones. */
  readonly catalogue: FieldCatalogue;
  /** While true, links and stored searches must wait: they may use fields that are not loaded yet. */
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Rows also include named fields, for their options; those are skipped here. */
const toQuestionField = (row: QuestionRow): FieldDefinition[] => {
  const group = fieldGroups.find((known) => known === row.group);
  return group && !namedCatalogue.find(row.field) ? [questionField({ ...row, group })] : [];
};

/** All fields, or only the named ones while the questions are not known. */
export const buildCatalogue = (rows: readonly QuestionRow[] | undefined): FieldCatalogue =>
  rows ? createCatalogue(rows.flatMap(toQuestionField)) : namedCatalogue;

/** All filter fields: the named ones and those of organization questions. The catalogue is referentially stable. */
export const useCatalogue = (): Catalogue => {
  const user = useUser();
  const { data, isPending, error, refetch } = useQuery(questionsQuery(user?.id));
  const catalogue = useMemo(() => buildCatalogue(data), [data]);
  return { catalogue, isPending: isPending && user !== undefined, error, retry: () => void refetch() };
};

import { queryOptions } from '@tanstack/react-query';
import { lookUp } from './proxy-rows.ts';
import type { ProxyRow } from './proxy-rows.ts';

/** An organization question; its options are the answers given so far. */
export type QuestionRow = Extract<ProxyRow, { field: string }>;

/** Milliseconds before lookup data is stale. */
export const lookupStaleTime = 5 * 60_000;

const isQuestion = (row: ProxyRow): row is QuestionRow => 'field' in row;

/**
 * The organization questions visible to a user. One query serves the field catalogue and the options of all question
 * fields.
 */
export const questionsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['organization-questions', userId],
    queryFn: async ({ signal }): Promise<readonly QuestionRow[]> =>
      (await lookUp({ path: 'organization-questions' }, signal)).filter(isQuestion),
    enabled: userId !== undefined,
    staleTime: lookupStaleTime,
  });

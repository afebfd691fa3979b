import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { queryOptions } from '@tanstack/react-query';

/** An organization question; its options are the answers given so far. */
export type QuestionRow = Extract<CallData<Calls['GET /api/user-proxy']>[number], { field: string }>;

/** Milliseconds before lookup data is stale. */
export const lookupStaleTime = 5 * 60_000;

const isQuestion = (row: CallData<Calls['GET /api/user-proxy']>[number]): row is QuestionRow =>
  'field' in row;

/**
 * The organization questions visible to a user. One query serves the field catalogue and the options of all question
 * fields.
 */
export const questionsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['organization-questions', userId],
    queryFn: async ({ signal }): Promise<readonly QuestionRow[]> => {
      const query = { path: 'organization-questions' };
      return (await api('GET /api/user-proxy', { query }, { signal })).data.filter(isQuestion);
    },
    enabled: userId !== undefined,
    staleTime: lookupStaleTime,
  });

import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { queryOptions } from '@tanstack/react-query';

/** An organisation question with its answers so far. */
export type QuestionRow = Extract<CallData<Calls['GET /api/user-proxy']>[number], { field: string }>;

/** How long lookups are taken for current, in milliseconds. */
export const fresh = 5 * 60_000;

const isQuestion = (row: CallData<Calls['GET /api/user-proxy']>[number]): row is QuestionRow =>
  'field' in row;

/** The questions that a user hears of: one call, for the catalogue of fields and for all fields' options. */
export const questionsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['organization-questions', userId],
    queryFn: async ({ signal }): Promise<readonly QuestionRow[]> => {
      const query = { path: 'organization-questions' };
      return (await api('GET /api/user-proxy', { query }, { signal })).data.filter(isQuestion);
    },
    enabled: userId !== undefined,
    staleTime: fresh,
  });

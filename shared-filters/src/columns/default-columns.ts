import { api } from '@readerlens/auth';
import { queryOptions } from '@tanstack/react-query';
import { completeNames } from './column-order.ts';

/** The columns of a user's exports, in order: those that they saved, otherwise the built-in ones. */
export const defaultColumnsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['default-columns', userId] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/default-columns/{userId}', { params: { userId } }, { signal })).data,
    select: (columns) => completeNames(columns.map(({ field }) => field)),
  });

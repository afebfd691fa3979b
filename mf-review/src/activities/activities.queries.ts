import { api } from '@readerlens/auth';
import { queryOptions } from '@tanstack/react-query';
import type { ReviewFilter, ReviewSearch } from '../filter/review-criteria.ts';
import type { ReviewView } from '../filter/review-address.ts';

/** Whose answers they are: another user and Blinded Mode see other ones. */
export interface Viewer {
  userId: string | undefined;
  blinded: boolean;
}

/** Begins the key of everything that a decision changes. */
export const reviewKey = 'review-activities';

type Place = Pick<ReviewView, 'sort' | 'page' | 'size'>;

/** The body of a search. */
export const searchOf = (filter: ReviewFilter, { sort, page, size }: Place): ReviewSearch => ({
  action: 'search',
  ...filter,
  sortCol: sort.column,
  sortOrder: sort.descending ? 'desc' : 'asc',
  page,
  size,
});

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * A page of activities, asked for anew whenever it is shown: others review the same list. Until a further page of the
 * same filter is there, the one before tells how many there are. Without a network it fails at once, and says so,
 * rather than wait.
 */
export const activitiesQuery = (filter: ReviewFilter, place: Place, viewer: Viewer) =>
  queryOptions({
    queryKey: [reviewKey, 'page', { filter, viewer }, place] as const,
    queryFn: async ({ signal }) => {
      const body = searchOf(filter, place);
      return (await api('POST /api/review-activities-search', { body }, { signal })).data;
    },
    enabled: viewer.userId !== undefined,
    placeholderData: (before, query) => (isSame(query?.queryKey[2], { filter, viewer }) ? before : undefined),
    staleTime: 0,
    networkMode: 'always',
  });

export const decisionsQuery = (viewer: Viewer) =>
  queryOptions({
    queryKey: [reviewKey, 'decisions', viewer],
    queryFn: async ({ signal }) =>
      (await api('GET /api/review-activities/decisions', { query: { size: 50 } }, { signal })).data,
    staleTime: 0,
    networkMode: 'always',
  });

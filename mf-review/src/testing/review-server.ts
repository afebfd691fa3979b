import { startFakeServer } from '@readerlens/auth/testing';
import type { ReviewActivity } from '../activities/activity.ts';
import type { DecisionBody } from '../decisions/decision.ts';
import type { ReviewSearch } from '../filter/review-criteria.ts';
import { MemoryReview } from './memory-review.ts';

/** Replaces the response of a call. */
export interface Failure {
  status: number;
  message: string;
}

interface Call {
  call: string;
  query: URLSearchParams;
  body: unknown;
}

/** The `data` of a call; undefined for unknown calls. */
const answerData = (review: MemoryReview, { call, query, body }: Call): unknown => {
  const [, reversed] = /^POST \/api\/review-activities\/decisions\/(\w+)\/reverse$/.exec(call) ?? [];
  if (reversed) return review.reverse(reversed);
  switch (call) {
    case 'POST /api/review-activities-search':
      return review.search(body as ReviewSearch);
    case 'POST /api/review-activities':
      return review.decide(body as DecisionBody);
    case 'GET /api/review-activities/decisions':
      return review.decisions(Number(query.get('size') ?? 20), query.get('before'));
    case 'GET /api/common-lookup/onlines':
      return [{ id: 'o1', name: 'Cell Therapy', businessGroupId: null }];
    case 'GET /api/cms/companies/by-ids':
    case 'GET /api/cms/companies/by-name-or-id-starting-with':
      return [{ id: 'c9', name: 'Cobalt' }];
    default:
      return undefined;
  }
};

/**
 * A fake server for the review calls on these activities. By call, `failures` replace responses; calls in
 * `unanswered` are executed, but the connection drops before the response.
 */
export const startReviewServer = async (activities: ReviewActivity[]) => {
  const review = new MemoryReview(activities);
  const failures = new Map<string, Failure>();
  const unanswered = new Set<string>();
  const server = await startFakeServer((seen) => {
    const { call } = seen;
    const failure = failures.get(call);
    if (failure) return failure;
    if (call === 'POST /api/export-activities-review') return { file: 'activities.xlsx' };
    const data = answerData(review, seen);
    return data === undefined ? undefined : { data, lost: unanswered.has(call) };
  });
  return {
    ...server,
    review,
    failures,
    unanswered,
    listBodies: <T>(call: string) => server.callsOf(call).map(({ body }) => body as T),
  };
};

export type ReviewServer = Awaited<ReturnType<typeof startReviewServer>>;

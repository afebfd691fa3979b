import { analyticsCalls } from './analytics.calls.ts';
import { areaCalls } from './areas.calls.ts';
import { authCalls } from './auth.calls.ts';
import { engagementCalls } from './engagements.calls.ts';
import { lookupCalls } from './lookup.calls.ts';
import { reviewCalls } from './review.calls.ts';
import { searchesCalls } from './searches.calls.ts';

/** Every call of the API. The API validates with it and emits OpenAPI from it; the browser takes types only. */
export const calls = {
  ...authCalls,
  ...lookupCalls,
  ...analyticsCalls,
  ...engagementCalls,
  ...searchesCalls,
  ...reviewCalls,
  ...areaCalls,
} as const;

export type Calls = typeof calls;
export type CallKey = keyof Calls;

import { analyticsCalls } from './analytics.calls.ts';
import { authCalls } from './auth.calls.ts';
import { lookupCalls } from './lookup.calls.ts';

/** Every call of the API. The API validates with it and emits OpenAPI from it; the browser takes types only. */
export const calls = { ...authCalls, ...lookupCalls, ...analyticsCalls } as const;

export type Calls = typeof calls;
export type CallKey = keyof Calls;

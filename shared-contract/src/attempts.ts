import type { CallKey } from './calls.ts';

/**
 * Request header with the UUID of an attempt, for the calls of `callsDoneOnce`. Another request of the user with the same UUID gets the
 * answer of the first one.
 */
export const attemptHeader = 'idempotency-key';

/**
 * Calls that would create or send a second thing if a request whose answer was lost is repeated. Their handlers do all of it in their
 * first transaction, which keeps the UUID. Not here: what unique names refuse, and answers with secrets, which would be kept.
 */
const onceCalls = [
  'POST /api/account-lists',
  'POST /api/activity-report-config',
  'POST /api/analytics/share-individual-activity',
  'POST /api/annotations',
  'POST /api/marketing-performance/page-mails',
  'POST /api/notification',
  'POST /api/onboarding',
  'POST /api/onboarding/{formId}/content',
  'POST /api/saved-searches',
] as const satisfies readonly CallKey[];

export const callsDoneOnce: ReadonlySet<string> = new Set(onceCalls);

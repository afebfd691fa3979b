import type { SessionState } from '@readerlens/auth';

/**
 * The id of the actual user: the administrator while impersonating. What they wrote or dismissed belongs to them,
 * whichever user they act as.
 */
export const findPersonId = ({ claims }: SessionState): string | undefined =>
  claims?.impersonator?.id ?? claims?.sub;

import type { SessionState } from '@readerlens/auth';

/**
 * The id of the real person: the administrator while impersonating. What a person wrote or dismissed
 * stays theirs, whomever they act as.
 */
export const personOf = ({ claims }: SessionState): string | undefined =>
  claims?.impersonator?.id ?? claims?.sub;

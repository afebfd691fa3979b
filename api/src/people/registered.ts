import type { UserRow } from './tables.ts';

/** Whether a user has set a first password, or signed in by the identity provider. */
export const isRegistered = ({ registered_at }: Pick<UserRow, 'registered_at'>): boolean =>
  registered_at !== null;

import type { CallData, Calls } from '@readerlens/contract/client';

/** The effective user as returned by the API. */
export type SessionUserData = CallData<Calls['GET /api/session']>;

import type { CallData, Calls } from '@readerlens/contract/client';

/** The effective user as the API tells it. */
export type SessionUserData = CallData<Calls['GET /api/session']>;

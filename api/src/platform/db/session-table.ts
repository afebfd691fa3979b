import type { SignInMethod } from '@readerlens/contract';
import type { GeneratedTimestamp, Timestamp } from './column-types.ts';

export interface UserSessionTable {
  id: string;
  user_id: number;
  method: SignInMethod;
  user_agent: string | null;
  /** Of the sign-in, as `networkOf` has it. */
  network: string;
  /** Of the latest token. */
  token_version: number;
  created_at: GeneratedTimestamp;
  last_seen_at: GeneratedTimestamp;
  /** Of the latest token. */
  expires_at: Timestamp;
  ended_at: Timestamp | null;
}

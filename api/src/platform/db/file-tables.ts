import type { GeneratedTimestamp, Timestamp } from './column-types.ts';

export interface StoredFileTable {
  id: string;
  client_id: number | null;
  owner_kind: string;
  owner_id: string;
  name: string;
  media_type: string | null;
  size: number | null;
  checksum: string | null;
  created_at: GeneratedTimestamp;
  stored_at: Timestamp | null;
  expires_at: Timestamp | null;
}

/** The columns that rate-limiter-flexible writes. */
export interface RateLimitTable {
  key: string;
  points: number;
  expire: number | null;
}

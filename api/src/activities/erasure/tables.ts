import type { KeptByErasure } from '@readerlens/contract/personal-data';
import type { Timestamp } from '../../platform/db/column-types.ts';
import type { IdentityKind } from './erased-identities.ts';

interface ErasedIdentityTable {
  kind: IdentityKind;
  hash: Uint8Array;
  pseudonym: string;
  kept: KeptByErasure[];
  key_print: string;
  restricted_reader_id: number | null;
}

interface ClientErasedIdentityTable extends ErasedIdentityTable {
  client_id: number;
}

interface ReaderRestrictionTable {
  reader_id: number;
  at: Timestamp;
  /** Null if it was repeated after a restore that does not have the account. */
  user_id: number | null;
  reason: string;
  email_hash: Uint8Array | null;
  sealed: Uint8Array;
  /** Null for all. */
  clients: number[] | null;
  /** The reader whom other clients know meanwhile. */
  separated_from: number | null;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    client_erased_identity: ClientErasedIdentityTable;
    erased_identity: ErasedIdentityTable;
    reader_restriction: ReaderRestrictionTable;
  }
}

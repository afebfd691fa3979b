import type { KeptByErasure } from '@readerlens/contract/personal-data';
import type { IdentityKind } from './erased-identities.ts';

interface ErasedIdentityTable {
  kind: IdentityKind;
  hash: Uint8Array;
  pseudonym: string;
  kept: KeptByErasure[];
  key_print: string;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    erased_identity: ErasedIdentityTable;
  }
}

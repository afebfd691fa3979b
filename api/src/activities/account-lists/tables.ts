import type { Generated } from 'kysely';
import type { GeneratedTimestamp } from '../../platform/db/column-types.ts';

interface AccountListTable {
  id: Generated<string>;
  client_id: number;
  owner_id: number;
  name: string;
  is_shared: Generated<boolean>;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
}

interface AccountListOrganisationTable {
  client_id: number;
  list_id: string;
  organisation_id: number;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    account_list: AccountListTable;
    account_list_organisation: AccountListOrganisationTable;
  }
}

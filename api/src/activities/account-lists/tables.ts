import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTimestamp, Json } from '../../platform/db/column-types.ts';

interface AccountListTable {
  id: Generated<string>;
  client_id: number;
  owner_id: number;
  name: string;
  is_shared: Generated<boolean>;
  /** The rule of a list; null in all of them for a list of organizations. */
  filters: Json;
  indices: ColumnType<string[] | null, string[] | null | undefined>;
  least_engagements: ColumnType<number | null, number | null | undefined>;
  most_organizations: ColumnType<number | null, number | null | undefined>;
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

import type { UploadKind } from '@readerlens/contract/marketing-pipeline';
import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { Schema } from '../../../platform/db/index.ts';
import { matchAccounts } from './match-accounts.ts';
import { matchReaders } from './match-readers.ts';

export interface StoredColumn {
  readonly name: string;
  readonly type: 'bigint' | 'boolean' | 'date' | 'integer' | 'text' | 'text[]' | 'timestamptz';
  /** What history calls it; what has no label is only stored. */
  readonly label?: string;
  /** Whether its values can name somebody. */
  readonly isNaming?: boolean;
}

/** Where the rows of a kind are stored. The first column is the id. */
export interface StoredKind {
  readonly table: 'event_registrant' | 'newsletter_recipient' | 'opportunity' | 'webinar_registrant';
  readonly columns: readonly StoredColumn[];
  /** Matches what is stored for a client with what the database knows. */
  readonly match: (trx: Transaction<Schema>, clientId: number) => Promise<unknown>;
}

const id: StoredColumn = { name: 'external_id', type: 'text' };
const column = (name: string, type: StoredColumn['type'], label: string): StoredColumn => ({
  name,
  type,
  label,
});
const naming = (name: string, label: string, type: 'text' | 'text[]' = 'text'): StoredColumn => ({
  name,
  type,
  label,
  isNaming: true,
});

export const storedKinds: Readonly<Record<UploadKind, StoredKind>> = {
  opportunities: {
    table: 'opportunity',
    columns: [
      id,
      naming('name', 'Name'),
      naming('account', 'Account'),
      naming('domain', 'Domain'),
      column('stage', 'text', 'Stage'),
      column('created_on', 'date', 'Created'),
      column('closed_on', 'date', 'Closed'),
      column('cents', 'bigint', 'Cents'),
      column('currency', 'text', 'Currency'),
    ],
    match: matchAccounts,
  },
  webinars: {
    table: 'webinar_registrant',
    columns: [
      id,
      naming('webinar', 'Webinar Id'),
      naming('title', 'Title'),
      column('held_on', 'date', 'Date'),
      column('duration_minutes', 'integer', 'Duration'),
      naming('email', 'Email'),
      column('registered_on', 'date', 'Registered On'),
      column('attended', 'boolean', 'Attended'),
      column('live_minutes', 'integer', 'Live Minutes'),
      column('on_demand_minutes', 'integer', 'On-Demand Minutes'),
      column('questions', 'integer', 'Questions'),
      column('polls', 'integer', 'Polls'),
      column('surveys', 'integer', 'Surveys'),
      column('resources', 'integer', 'Resources'),
    ],
    match: matchReaders('webinar_registrant'),
  },
  events: {
    table: 'event_registrant',
    columns: [
      id,
      naming('event', 'Event Id'),
      naming('title', 'Title'),
      column('starts_on', 'date', 'Starts On'),
      naming('email', 'Email'),
      column('registered_on', 'date', 'Registered On'),
      column('attended', 'boolean', 'Attended'),
      naming('sessions', 'Sessions', 'text[]'),
    ],
    match: matchReaders('event_registrant'),
  },
  newsletters: {
    table: 'newsletter_recipient',
    columns: [
      id,
      naming('issue', 'Issue Id'),
      naming('title', 'Title'),
      column('sent_at', 'timestamptz', 'Sent At'),
      naming('email', 'Email'),
      column('delivered', 'integer', 'Delivered'),
      column('opened', 'integer', 'Opened'),
      column('clicked', 'integer', 'Clicked'),
      naming('link', 'Link'),
      column('clicked_at', 'timestamptz', 'Clicked At'),
    ],
    match: matchReaders('newsletter_recipient'),
  },
};

/** Labels of values that Blinded Mode masks, of all kinds. */
export const namingLabels: ReadonlySet<string> = new Set(
  Object.values(storedKinds).flatMap(({ columns }) =>
    columns.flatMap(({ label, isNaming }) => (isNaming && label !== undefined ? [label] : [])),
  ),
);

/** A value as history shows it. */
const shownSql = ({ name, type }: StoredColumn, table: string): RawBuilder<unknown> => {
  const value = sql.ref(`${table}.${name}`);
  if (type === 'boolean') return sql`CASE WHEN ${value} THEN 'Yes' ELSE 'No' END`;
  if (type === 'text[]') return sql`nullif(array_to_string(${value}, '; '), '')`;
  if (type === 'timestamptz') return sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')`;
  return value;
};

/** The values of a row as history shows them. */
export const valuesSql = ({ columns }: StoredKind, table: string): RawBuilder<unknown> =>
  sql`jsonb_build_object(${sql.join(
    columns.flatMap((each) =>
      each.label === undefined ? [] : [sql`${sql.lit(each.label)}, ${shownSql(each, table)}`],
    ),
  )})`;

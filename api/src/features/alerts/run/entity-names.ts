import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { AggField } from '@readerlens/contract';
import { buildCompanyUrl } from '../../../activities/activity-values.ts';
import { organisationNameSql, readerNameSql } from '../../../activities/subject-names.ts';
import { organisationPseudonym, readerPseudonym } from '../../../people/blinding/pseudonyms.ts';
import type { Viewer } from '../../../people/session.ts';
import type { Schema } from '../../../platform/db/index.ts';

export interface EntityName {
  readonly name: string;
  /** Path of the dashboard. */
  readonly url: string;
}

interface Entity {
  readonly table: RawBuilder<unknown>;
  readonly name: RawBuilder<string>;
  readonly pseudonym: (id: number) => string;
  readonly url: (id: number, name: string) => string;
}

const entities: Readonly<Record<AggField, Entity>> = {
  Reader: {
    table: sql`reader`,
    name: readerNameSql('q', sql`given.id`),
    pseudonym: (id) => readerPseudonym(id).fullName,
    url: (id) => `/analytics/reader-dashboard/${id}`,
  },
  ReaderOrg: {
    table: sql`organisation`,
    name: organisationNameSql('q', sql`given.id`),
    pseudonym: organisationPseudonym,
    url: (id, name) => buildCompanyUrl(null, name, id) ?? '',
  },
};

/** Names of readers or organizations as a viewer sees them, who must be known to see an activity of each. */
export const entityNames = async (
  kysely: Kysely<Schema>,
  by: AggField,
  ids: readonly number[],
  { blinded }: Pick<Viewer, 'blinded'>,
): Promise<ReadonlyMap<number, EntityName>> => {
  const { table, name: called, pseudonym, url } = entities[by];
  const query = sql<{ id: number; name: string }>`
    SELECT given.id, ${called} AS name
    FROM unnest(${[...new Set(ids)]}::integer[]) AS given (id) LEFT JOIN ${table} AS q ON q.id = given.id`;
  const { rows } = await query.execute(kysely);
  return new Map(
    rows.map((row) => {
      const name = blinded ? pseudonym(row.id) : row.name;
      return [row.id, { name, url: url(row.id, name) }];
    }),
  );
};

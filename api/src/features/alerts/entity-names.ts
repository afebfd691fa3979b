import type { Kysely } from 'kysely';
import type { AggField } from '@readerlens/contract';
import { maySeeValue } from '@readerlens/filters/model';
import { companyUrlOf } from '../../core/activities/activity-values.ts';
import { organisationPseudonym, readerPseudonym } from '../../core/blinding/pseudonyms.ts';
import type { Viewer } from '../../core/people/session.ts';
import type { Schema } from '../../platform/db/index.ts';

export interface EntityName {
  readonly name: string;
  /** Path of the dashboard. */
  readonly url: string;
}
type Names = ReadonlyMap<number, EntityName>;

const readerUrl = (id: number): string => `/analytics/reader-dashboard/${id}`;

const readers = async (kysely: Kysely<Schema>, ids: readonly number[], viewer: Viewer): Promise<Names> => {
  const { blinded, scope } = viewer;
  const nameOf = (id: number, parts: readonly (string | null)[]): string => {
    const { firstName, lastName } = readerPseudonym(id);
    if (blinded) return `${firstName} ${lastName}`;
    const name = maySeeValue('fullName', scope.searchFields)
      ? parts.filter((part) => part !== null).join(' ')
      : '';
    return name || `Reader ${id}`;
  };
  const rows = await kysely
    .selectFrom('reader')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, first_name, last_name }) => [
      id,
      { name: nameOf(id, [first_name, last_name]), url: readerUrl(id) },
    ]),
  );
};

const organisations = async (
  kysely: Kysely<Schema>,
  ids: readonly number[],
  { blinded }: Viewer,
): Promise<Names> => {
  const rows = await kysely
    .selectFrom('organisation')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => {
      const name = blinded ? organisationPseudonym(row.id) : row.name;
      return [row.id, { name, url: companyUrlOf(null, name, row.id) ?? '' }];
    }),
  );
};

/** Names of readers or organizations as a viewer sees them, who must be known to see an activity of each. */
export const entityNames = async (
  kysely: Kysely<Schema>,
  by: AggField,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Names> => {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Map();
  return by === 'Reader' ? readers(kysely, distinct, viewer) : organisations(kysely, distinct, viewer);
};

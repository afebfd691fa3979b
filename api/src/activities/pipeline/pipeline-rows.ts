import type { CallData, Calls } from '@readerlens/contract';
import { highEngagement } from '@readerlens/contract/marketing-pipeline';
import { formatDay } from '@readerlens/filters/model';
import { sql } from 'kysely';
import { maskedText } from '../../people/blinding/pseudonyms.ts';
import { readRows } from '../figures/figure.ts';
import type { Selected } from '../figures/figure.ts';
import { organisationView } from '../figures/organisation-view.ts';
import { ofSelectedClients, selectionWhere } from '../selection.ts';
import type { MarketingSelection } from '../marketing-selection.ts';
import { organisationNameSql } from '../subject-names.ts';
import { isInfluenced } from './summarize-deals.ts';
import type { Deal } from './deals.ts';

type DealRow = CallData<Calls['POST /api/marketing-performance/pipeline/rows']>[number];
type OrganizationRow = CallData<Calls['POST /api/marketing-performance/pipeline/without-deals']>[number];

export interface Page {
  readonly page: number;
  readonly size: number;
}

interface Named {
  readonly id: number;
  readonly externalId: string;
  readonly name: string | null;
  readonly account: string;
  readonly organisation: string | null;
}

/** The rows of some deals, in their order. An organization is named only to those who see activities of it. */
export const describeDeals = async (
  { kysely, session }: Selected<MarketingSelection>,
  deals: readonly Deal[],
): Promise<DealRow[]> => {
  const ids = deals.map(({ id }) => id);
  const rows = await readRows(
    kysely,
    sql<Named>`
      SELECT d.id, d.external_id AS "externalId", d.name, d.account,
        ${organisationNameSql('o', sql`d.organisation_id`)} AS organisation
      FROM opportunity AS d LEFT JOIN organisation AS o ON o.id = d.organisation_id WHERE d.id = ANY(${ids}::integer[])`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return deals.flatMap((deal) => {
    const named = byId.get(deal.id);
    if (!named) return [];
    const { organisationId, stageKey: _, touches, ...shown } = deal;
    const view =
      organisationId !== null && isInfluenced(deal)
        ? organisationView({ id: organisationId, name: named.organisation ?? '' }, session)
        : undefined;
    const { blinded } = session;
    return [
      {
        ...shown,
        touches: touches.length,
        id: String(deal.id),
        externalId: blinded ? maskedText : named.externalId,
        name: blinded ? `Deal ${deal.id}` : (named.name ?? named.account),
        account: blinded ? maskedText : named.account,
        organization: view ? { name: view.name, path: view.companyUrl } : null,
      },
    ];
  });
};

interface StoredOrganization {
  readonly id: number | null;
  readonly name: string;
  readonly readers: number;
  readonly engagements: number;
  readonly lastAt: Date;
  readonly total: number;
}

/** Organizations that are highly engaged in the period, and have no opportunity of any date with the clients. */
export const readWithoutDeals = async (
  { kysely, selection, session }: Selected<MarketingSelection>,
  { page, size }: Page,
): Promise<{ data: OrganizationRow[]; total: number }> => {
  const ofClients = ofSelectedClients(selection, 'd');
  const rows = await readRows(
    kysely,
    sql<StoredOrganization>`
      WITH found AS MATERIALIZED (
        SELECT e.organisation_id AS id, count(*) AS engagements, count(DISTINCT e.reader_id) AS readers, max(e.occurred_at) AS last_at
        FROM engagement AS e WHERE ${selectionWhere(selection)} AND e.organisation_id IS NOT NULL
        GROUP BY 1 HAVING count(*) >= ${highEngagement}::integer),
        wanted AS MATERIALIZED (
          SELECT * FROM found WHERE NOT EXISTS (
            SELECT FROM opportunity AS d WHERE ${ofClients} AND d.organisation_id = found.id))
      SELECT page.id, ${organisationNameSql('o', sql`page.id`)} AS name, page.readers, page.engagements, page.last_at AS "lastAt",
        counted.total
      FROM (SELECT count(*) AS total FROM wanted) AS counted
      LEFT JOIN (SELECT * FROM wanted ORDER BY engagements DESC, id
        LIMIT ${size}::integer OFFSET ${(page - 1) * size}::bigint) AS page ON true
      LEFT JOIN organisation AS o ON o.id = page.id
      ORDER BY page.engagements DESC, page.id`,
  );
  const data = rows.flatMap(({ id, name, readers, engagements, lastAt }) => {
    if (id === null) return [];
    const view = organisationView({ id, name }, session);
    return [
      {
        id: view.id,
        name: view.name,
        path: view.companyUrl,
        readers,
        engagements,
        lastOn: formatDay(lastAt),
      },
    ];
  });
  return { data, total: rows[0]?.total ?? 0 };
};

import type { ChangeParts, DashboardCall } from '@readerlens/contract';
import { comparedRange } from '@readerlens/filters/model';
import type { ResolvedRange } from '@readerlens/filters/model';
import { sql } from 'kysely';
import { readRows } from '../figures/figure.ts';
import type { Figures, Selected } from '../figures/figure.ts';
import { organisationView } from '../figures/organisation-view.ts';
import type { StoredOrganisation } from '../figures/organisation-view.ts';
import { documentNameSql, organisationNameSql } from '../subject-names.ts';
import { countColumn, toPart } from './count-column.ts';
import { splitChange } from './split-change.ts';

type Question = Pick<Selected, 'kysely' | 'selection' | 'session'>;
type ReadNames = (question: Question, ids: readonly number[]) => Promise<{ id: number; name: string }[]>;

const nameDocuments: ReadNames = ({ kysely, session }, ids) =>
  readRows(
    kysely,
    sql`
      SELECT d.id, ${documentNameSql('d', { blinded: session.blinded })} AS name
      FROM document AS d WHERE d.id = ANY(${ids}::integer[])`,
  );

const nameOrganisations: ReadNames = async ({ kysely, session }, ids) => {
  const stored = await readRows(
    kysely,
    sql<StoredOrganisation>`
      SELECT given.id, ${organisationNameSql('o', sql`given.id`)} AS name
      FROM unnest(${ids}::integer[]) AS given (id) LEFT JOIN organisation AS o ON o.id = given.id`,
  );
  return stored.map((row) => ({ id: row.id, name: organisationView(row, session).name }));
};

const parts = {
  document: { column: 'document_id', readNames: nameDocuments, kind: 'Document' },
  organization: { column: 'organisation_id', readNames: nameOrganisations, kind: 'Organization' },
} as const satisfies Record<ChangeParts, unknown>;

/**
 * What the change of engagements is made of. Only the parts that are told have a name: there may be thousands. Engagements
 * without an organization count in the sums, and are not told.
 */
export const readEngagementChange = async (question: Question, by: ChangeParts, before: ResolvedRange) => {
  const { column, readNames, kind } = parts[by];
  const counted = (await countColumn(question, before, column)).map(toPart);
  const told = splitChange(counted.filter(({ id }) => id !== '')).parts;
  const named = await readNames(
    question,
    told.map(({ id }) => Number(id)),
  );
  const names = new Map(named.map(({ id, name }) => [String(id), name]));
  return {
    ...splitChange(counted),
    parts: told.map((part) => ({ ...part, name: names.get(part.id) ?? `${kind} ${part.id}` })),
  };
};

export const engagementChangeFigures = {
  'POST /api/client-dashboard/changes': {
    async read(question) {
      const { by = 'organization', comparedWith = 'previous' } = question.body;
      const before = comparedRange(question.selection.range, comparedWith);
      return { data: await readEngagementChange(question, by, before) };
    },
  },
} satisfies Partial<Figures<DashboardCall>>;

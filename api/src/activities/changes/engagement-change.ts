import type { ChangeParts, DashboardCall } from '@readerlens/contract';
import { comparedRange } from '@readerlens/filters/model';
import type { ResolvedRange } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { PackedRows } from '../packed/packed-rows.ts';
import { readRows } from '../figures/figure.ts';
import type { FigureRequest, Figures, Selected } from '../figures/figure.ts';
import { organisationView } from '../figures/organisation-view.ts';
import type { StoredOrganisation } from '../figures/organisation-view.ts';
import { documentNameSql, organisationNameSql } from '../subject-names.ts';
import { countColumn, toPart } from './count-column.ts';
import { splitChange } from './split-change.ts';
import type { CountedPart } from './split-change.ts';
import { rankingCost } from '../figures/rank-order.ts';

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
 * Tells what the change of engagements is made of. Only the parts that are told have a name: there may be thousands. Engagements
 * without an organization count in the sums, and are not told.
 */
const tellChange = async (question: Question, by: ChangeParts, counted: readonly CountedPart[]) => {
  const { readNames, kind } = parts[by];
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

export const readEngagementChange = async (question: Question, by: ChangeParts, before: ResolvedRange) =>
  tellChange(question, by, (await countColumn(question, before, parts[by].column)).map(toPart));

/** Engagements by document or organization; null for those without one. */
const countParts = (rows: PackedRows, by: ChangeParts): ReadonlyMap<number | null, number> => {
  const counted = by === 'document' ? rows.countByDocument() : rows.countByOrganisation();
  return new Map(counted.map(({ id, engagements }) => [id, engagements]));
};

/** The same from shared rows of both periods. */
const joinParts = (rows: PackedRows, before: PackedRows, by: ChangeParts): CountedPart[] => {
  const [now, then] = [countParts(rows, by), countParts(before, by)];
  return [...new Set([...now.keys(), ...then.keys()])].map((code) =>
    toPart({ code, current: now.get(code) ?? 0, previous: then.get(code) ?? 0 }),
  );
};

type ChangeQuestion = Selected & FigureRequest<'POST /api/client-dashboard/changes'>;

const readChoice = ({ body, selection }: ChangeQuestion) => {
  const { by = 'organization', comparedWith = 'previous' } = body;
  return { by, before: comparedRange(selection.range, comparedWith) };
};

export const engagementChangeFigures = {
  'POST /api/client-dashboard/changes': {
    async read(question) {
      const { by, before } = readChoice(question);
      return { data: await readEngagementChange(question, by, before) };
    },
    async count(rows, question, before = rows) {
      const { by } = readChoice(question);
      return { data: await tellChange(question, by, joinParts(rows, before, by)) };
    },
    listCounted: (question) => [
      question.selection,
      { ...question.selection, range: readChoice(question).before },
    ],
    readCost: rankingCost,
  },
} satisfies Partial<Figures<DashboardCall>>;

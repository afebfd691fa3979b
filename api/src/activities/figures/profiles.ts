// When a reader or an organization was first and last seen, and what is known about an organization.
import type { DashboardCall, OrgProfile } from '@readerlens/contract';
import type { OrgProperty } from '@readerlens/contract/most-active';
import { sql } from 'kysely';
import { readRow, readRows } from './figure.ts';
import type { Figures, Selected } from './figure.ts';
import { isRealName, propertySql, viewProperties } from './organisation-properties.ts';
import type { StoredProperties } from './organisation-properties.ts';
import { readCountries, seenWhere } from './seen-activities.ts';

const isoText = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null;

interface SeenRow {
  readonly first: Date | null;
  readonly last: Date | null;
}

const readSeen = async (selected: Selected) => {
  const { first, last } = await readRow(
    selected.kysely,
    sql<SeenRow>`
      SELECT min(e.occurred_at) AS first, max(e.occurred_at) AS last FROM engagement AS e
      WHERE ${seenWhere(selected)}`,
  );
  return { firstSeen: isoText(first), lastSeen: isoText(last) };
};

const readProperties = async (selected: Selected, id: number): Promise<Pick<OrgProfile, OrgProperty>> => {
  const query = sql<StoredProperties>`
    SELECT ${sql.join(Object.values(propertySql))} FROM organisation AS o WHERE o.id = ${id}::integer`;
  const [[row], countries] = await Promise.all([
    readRows(selected.kysely, query),
    readCountries(selected, [id]),
  ]);
  return viewProperties({ ...row, countries: countries.get(id) ?? [] }, selected.session);
};

type AnswerRow = Omit<OrgProfile['answers'][number], 'values'> & { readonly value: string };

/** Answers may be any text: in Blinded Mode there are none. */
const readAnswers = async (
  { kysely, session: { scope, blinded } }: Selected,
  id: number,
): Promise<OrgProfile['answers']> => {
  if (blinded) return [];
  const query = sql<AnswerRow>`
    SELECT q.field, q.label, q.kind, a.value FROM organisation_answer AS a
    JOIN organisation_question AS q ON q.id = a.question_id
    WHERE a.organisation_id = ${id}::integer ORDER BY q.id, a.value`;
  const answers = new Map<string, OrgProfile['answers'][number]>();
  for (const { value, ...question } of await readRows(kysely, query)) {
    if (!scope.searchFields.has(question.field) || !isRealName(value)) continue;
    const { values } = answers.get(question.field) ?? { values: [] };
    answers.set(question.field, { ...question, values: [...values, value] });
  }
  return [...answers.values()];
};

const readOrgProfile = async (selected: Selected): Promise<OrgProfile> => {
  const [id = 0] = selected.selection.organisationIds ?? [];
  const [seen, properties, answers] = await Promise.all([
    readSeen(selected),
    readProperties(selected, id),
    readAnswers(selected, id),
  ]);
  return { ...seen, ...properties, answers };
};

const wasNeverSeen = ({ data }: { readonly data: { readonly firstSeen: string | null } }): boolean =>
  data.firstSeen === null;

export const profileFigures = {
  'POST /api/reader-dashboard/seen': {
    read: async (question) => ({ data: await readSeen(question) }),
    isEmpty: wasNeverSeen,
  },
  'POST /api/reader-co-dashboard/profile': {
    read: async (question) => ({ data: await readOrgProfile(question) }),
    isEmpty: wasNeverSeen,
  },
} satisfies Partial<Figures<DashboardCall>>;

// The engagement score of organizations: the facts in SQL, the formula in the contract.
import type { DashboardCall, EngagementScore } from '@readerlens/contract';
import { computeScore, scoreMinimum, scoreWeeks } from '@readerlens/contract/score';
import type { ScoreFacts, ScoreWindow } from '@readerlens/contract/score';
import { addDays, countRangeDays } from '@readerlens/filters/model';
import type { ResolvedRange } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { stageCode } from '../codes.ts';
import type { Condition } from '../filter-sql.ts';
import { packInt32s } from '../packed/counted-selections.ts';
import type { Counts } from '../packed/counted-selections.ts';
import { readInt32s } from '../packed/fields.ts';
import { selectionWhere } from '../selection.ts';
import { readRows } from './figure.ts';
import type { Figures, Selected } from './figure.ts';

/** Scores by the id of the organization. */
export type Scores = ReadonlyMap<number, EngagementScore>;

const daysPerWeek = 7;

const findWindow = (range: ResolvedRange): ScoreWindow => {
  const days = Math.min(countRangeDays(range), scoreWeeks * daysPerWeek);
  return { days, weeks: Math.ceil(days / daysPerWeek) };
};

/** The first instants of the weeks of the window, which end with the range, in order. */
const listWeekStarts = ({ to }: ResolvedRange, { weeks }: ScoreWindow): string[] =>
  Array.from(
    { length: weeks },
    (_, week) => `${addDays(to, 1 - (weeks - week) * daysPerWeek)}T00:00:00.000Z`,
  );

const factNames = [
  'id',
  'engagements',
  'readers',
  'daysSinceLast',
  'weekBits',
  'middleStage',
  'lateStage',
] as const;
type FactRow = Readonly<Record<(typeof factNames)[number], number>>;

/** Rows of organizations with enough engagements. `weekBits` has a bit for each week, and the lowest for what came before them. */
const selectFacts = (where: Condition, range: ResolvedRange): RawBuilder<FactRow> => {
  const starts = listWeekStarts(range, findWindow(range));
  const countStage = (stage: number) => sql`count(*) FILTER (WHERE e.stage = ${sql.raw(String(stage))})`;
  return sql<FactRow>`
    SELECT id, sum(n)::integer AS engagements, count(*)::integer AS readers,
      ${range.to}::date - (max(last_at) AT TIME ZONE 'UTC')::date AS "daysSinceLast", bit_or(weeks) AS "weekBits",
      sum(middle)::integer AS "middleStage", sum(late)::integer AS "lateStage"
    FROM (SELECT e.organisation_id AS id, e.reader_id, count(*) AS n, max(e.occurred_at) AS last_at,
        bit_or(1 << width_bucket(e.occurred_at, ${starts}::timestamptz[])) AS weeks,
        ${countStage(stageCode.Middle)} AS middle, ${countStage(stageCode.Late)} AS late
      FROM engagement AS e WHERE ${where} AND e.organisation_id IS NOT NULL GROUP BY 1, 2) AS pair
    GROUP BY id HAVING sum(n) >= ${scoreMinimum}::integer`;
};

const factCounts: Counts<readonly FactRow[]> = {
  select: (where, range) => ({
    fields: factNames.map((name) => packInt32s(sql`counted.${sql.ref(name)}`)),
    from: selectFacts(where, range),
  }),
  unpack(fields) {
    const columns = fields.map(readInt32s);
    return Array.from(
      columns[0] ?? [],
      (_, place) =>
        Object.fromEntries(factNames.map((name, column) => [name, columns[column]?.[place] ?? 0])) as FactRow,
    );
  },
};

const countBits = (bits: number): number => {
  let count = 0;
  for (let rest = bits; rest > 0; rest &= rest - 1) count += 1;
  return count;
};

type Scored = Pick<Selected, 'kysely' | 'readCounts' | 'selection'>;

/** The scores of the organizations of a selection that have enough engagements. */
export const readScores = async ({ kysely, readCounts, selection }: Scored): Promise<Scores> => {
  const { range } = selection;
  const rows =
    (await readCounts?.(factCounts, selection)) ??
    (await readRows(kysely, selectFacts(selectionWhere(selection), range)));
  const window = findWindow(range);
  const scores = new Map<number, EngagementScore>();
  for (const { id, weekBits, ...counts } of rows) {
    const facts: ScoreFacts = { ...counts, activeWeeks: countBits(weekBits >> 1) };
    const score = computeScore(facts, window);
    if (score) scores.set(id, { ...score, ...facts, ofWeeks: window.weeks });
  }
  return scores;
};

export const scoreFigures = {
  'POST /api/reader-co-dashboard/score': {
    read: async (question) => {
      const [score = null] = (await readScores(question)).values();
      return { data: score };
    },
    isEmpty: ({ data }) => data === null,
  },
} satisfies Partial<Figures<DashboardCall>>;

import type { ResolvedRange } from '@readerlens/filters/model';
import { sql } from 'kysely';
import { readRows } from '../figures/figure.ts';
import type { Selected } from '../figures/figure.ts';
import { datesWhere, undatedWhere } from '../selection.ts';
import type { CountedPart } from './split-change.ts';

interface PartRow {
  /** Null for activities without a value. */
  readonly code: number | null;
  readonly current: number;
  readonly previous: number;
}

/** Engagements of the selection and of the period before, by a column of the covering index, in one scan. */
export const countColumn = (
  { kysely, selection }: Pick<Selected, 'kysely' | 'selection'>,
  before: ResolvedRange,
  column: 'document_id' | 'organisation_id' | 'source',
): Promise<PartRow[]> => {
  const [now, then] = [datesWhere(selection), datesWhere({ ...selection, range: before })];
  return readRows(
    kysely,
    sql<PartRow>`
      SELECT e.${sql.ref(column)} AS code, count(*) FILTER (WHERE ${now}) AS current,
        count(*) FILTER (WHERE ${then}) AS previous
      FROM engagement AS e WHERE ${undatedWhere(selection, [sql<boolean>`((${now}) OR (${then}))`])} GROUP BY 1`,
  );
};

export const toPart = ({ code, ...counts }: PartRow): CountedPart => ({
  id: code === null ? '' : String(code),
  ...counts,
});

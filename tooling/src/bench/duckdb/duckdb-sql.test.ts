import { CompiledQuery } from 'kysely';
import { combineStatements, translateStatement } from './duckdb-sql.ts';

const translate = (text: string, parameters: unknown[] = []) =>
  translateStatement(CompiledQuery.raw(text, parameters));

it('parameters become literals, with quotes doubled', () => {
  expect(
    translate('WHERE id = $1 AND name = $2 AND kind = ANY($3::int[])', [7, "O'Neill $1", [1, null]]),
  ).toBe("WHERE id = 7 AND name = 'O''Neill $1' AND kind = ANY([1, NULL]::int[])");
});

it('times have no zone', () => {
  expect(translate('e.occurred_at < $1::timestamptz', ['2026-11-01T00:00:00.000Z'])).toBe(
    "e.occurred_at < '2026-11-01T00:00:00.000Z'::timestamp",
  );
});

it('buckets of months and of days are counted from their limits', () => {
  const months = [['2026-10-01', '2026-11-01']];
  expect(translate('SELECT width_bucket(e.occurred_at, $1::timestamptz[]) - 1 AS bucket', months)).toBe(
    "SELECT date_diff('month', '2026-10-01'::timestamp, e.occurred_at) AS bucket",
  );
  expect(translate('SELECT width_bucket(d.published_on, $1::date[])', [['2026-01-01']])).toBe(
    "SELECT CASE WHEN d.published_on IS NOT NULL THEN len(list_filter(['2026-01-01']::date[], lambda t: t <= d.published_on)) END",
  );
});

it('a text is compared with each pattern', () => {
  expect(translate('fold_text(d."title") LIKE ANY($1::text[])', [['%chief%', "o'%"]])).toBe(
    `(fold_text(d."title") LIKE '%chief%' OR fold_text(d."title") LIKE 'o''%')`,
  );
});

describe('one statement for several', () => {
  const where = `"e"."client_id" = 1::integer AND "e"."status" = ANY([1, 4]::smallint[])`;
  const bySource = `SELECT e.source, count(*) FROM engagement AS e\n WHERE ${where} GROUP BY 1`;
  const readers = `SELECT count(*) FROM (SELECT DISTINCT e.reader_id FROM engagement AS e WHERE ${where}) AS seen`;

  it('reads the shared selection once', () => {
    expect(combineStatements([bySource, readers])).toBe(
      [
        `WITH selected AS MATERIALIZED (SELECT e.* FROM engagement AS e WHERE ${where})`,
        'SELECT (SELECT list(answer) FROM (SELECT e.source, count(*) FROM selected AS e WHERE true GROUP BY 1) AS answer) AS answer_0,',
        '(SELECT list(answer) FROM (SELECT count(*) FROM (SELECT DISTINCT e.reader_id FROM selected AS e WHERE true) AS seen) AS answer) AS answer_1',
      ].join('\n'),
    );
  });

  it('is not made of statements with different selections', () => {
    expect(combineStatements([bySource, readers.replace('= 1', '= 2')])).toBeUndefined();
    expect(combineStatements(['SELECT 1'])).toBeUndefined();
  });
});

import type { CompiledQuery } from 'kysely';

const formatLiteral = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return `[${value.map(formatLiteral).join(', ')}]`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = value instanceof Date ? value.toISOString() : value;
  if (typeof text !== 'string') throw new Error(`A parameter is of type ${typeof value}.`);
  return `'${text.replaceAll("'", "''")}'`;
};

/**
 * DuckDB has no `width_bucket`. For months, the difference of two dates is what its users would write, and the fastest;
 * for other limits it counts those that are not after the value.
 */
const translateBuckets = (text: string, parameters: readonly unknown[]): string => {
  const read = (place: string) => parameters[Number(place) - 1] as readonly unknown[];
  return text
    .replaceAll(
      /width_bucket\(([^,]+), \$(\d+)::timestamptz\[\]\) - 1/g,
      (_, value: string, place: string) => {
        const [first] = read(place);
        return `date_diff('month', ${formatLiteral(first)}::timestamp, ${value})`;
      },
    )
    .replaceAll(
      /width_bucket\(([^,]+), \$(\d+)::date\[\]\)/g,
      (_, value: string, place: string) =>
        `CASE WHEN ${value} IS NOT NULL THEN len(list_filter(${formatLiteral(read(place))}::date[], lambda t: t <= ${value})) END`,
    );
};

/** DuckDB compares with one pattern at a time. */
const translatePatterns = (text: string, parameters: readonly unknown[]): string =>
  text.replaceAll(
    /(fold_text\([^()]*\)) LIKE ANY\(\$(\d+)::text\[\]\)/g,
    (_, operand: string, place: string) => {
      const patterns = parameters[Number(place) - 1] as readonly string[];
      return `(${patterns.map((pattern) => `${operand} LIKE ${formatLiteral(pattern)}`).join(' OR ')})`;
    },
  );

/** Lists of keys with their places. DuckDB unnests one list at a time. */
const translateKeys = (text: string): string =>
  text.replaceAll(
    /FROM unnest\((\$\d+::integer\[\]), (\$\d+::bigint\[\])\)\s+WITH ORDINALITY AS given \("client_id", "id", "place"\)/g,
    'FROM (SELECT unnest($1) AS client_id, unnest($2) AS id, unnest(range(len($2))) AS place) AS given',
  );

/**
 * Translates a statement of the product for DuckDB, its parameters included. Times are in UTC without a zone there: with a
 * zone, DuckDB computes months ten times slower.
 */
export const translateStatement = ({ sql, parameters }: CompiledQuery): string =>
  translatePatterns(translateBuckets(translateKeys(sql), parameters), parameters)
    .replaceAll(/\$(\d+)/g, (_, place: string) => formatLiteral(parameters[Number(place) - 1]))
    .replaceAll('::timestamptz', '::timestamp')
    .replaceAll(/\bby\b/g, '"by"')
    .replaceAll(/SELECT FROM/g, 'SELECT 1 FROM')
    .trim();

const beginning = /FROM engagement AS e\s+WHERE /;

/** The condition of the first selection of activities: up to a bracket that it did not open, or the next clause. */
const findSelection = (text: string): string | undefined => {
  const found = beginning.exec(text);
  if (!found) return undefined;
  const rest = text.slice(found.index + found[0].length);
  let depth = 0;
  for (let at = 0; at < rest.length; at += 1) {
    if (rest[at] === '(') depth += 1;
    else if (rest[at] === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && /^\s(?:GROUP|ORDER) BY/.test(rest.slice(at, at + 9))))
      return rest.slice(0, at).trim();
  }
  return rest;
};

/**
 * One statement with the answers of all, which reads the selection that they share once; undefined if they share none.
 * Each answer is a list of rows in a column of its own.
 */
export const combineStatements = (statements: readonly string[]): string | undefined => {
  const wheres = statements.map(findSelection);
  const [where] = wheres;
  if (where === undefined || wheres.some((each) => each !== where)) return undefined;
  const columns = statements.map((text, index) => {
    const shared = text
      .replaceAll(/FROM engagement AS e\s+WHERE /g, 'FROM selected AS e WHERE ')
      .replaceAll(where, 'true');
    return `(SELECT list(answer) FROM (${shared}) AS answer) AS answer_${index}`;
  });
  return `WITH selected AS MATERIALIZED (SELECT e.* FROM engagement AS e WHERE ${where})\nSELECT ${columns.join(',\n')}`;
};

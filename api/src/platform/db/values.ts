import { types } from 'node:util';
import pg from 'pg';

const arrayElement = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return arrayLiteral(value);
  const text = toText(value) as string;
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
};

const arrayLiteral = (values: readonly unknown[]): string => `{${values.map(arrayElement).join(',')}}`;

/**
 * The text form of a parameter; null for a missing value. Arrays become PostgreSQL arrays, so the caller must
 * stringify a JSON array; other objects become JSON.
 */
export const toText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return `${value as number | bigint | boolean}`;
  // instanceof would miss a Date from another realm.
  if (types.isDate(value)) return value.toISOString();
  if (Array.isArray(value)) return arrayLiteral(value);
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return JSON.stringify(value);
};

/** The name of a table, a column or a role in a statement. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

type Parser = (text: string) => unknown;

const unparsed: Parser = (text) => text;
// The typings only allow named oids.
const builtIn = pg.types.getTypeParser as unknown as (oid: number, format?: 'text') => Parser;
const elements = builtIn(1009) as (text: string) => (string | null)[];
const parseArray =
  (parse: Parser): Parser =>
  (text) =>
    elements(text).map((element) => (element === null ? null : parse(element)));

/**
 * Parsers for both engines, by type oid: int8 and numeric become numbers (ids and counts stay below 2^53); dates stay
 * 'YYYY-MM-DD', because a Date would shift them between time zones; timestamptz becomes a Date (built in).
 */
const overrides: Record<number, Parser> = {
  20: Number,
  1700: Number,
  1082: unparsed,
  1016: parseArray(Number),
  1231: parseArray(Number),
  1182: parseArray(unparsed),
};

export const findParser = (oid: number): Parser => overrides[oid] ?? builtIn(oid);

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
 * The text form in which a value travels to the database, null for none. Arrays become PostgreSQL arrays, so a
 * JSON array has to be stringified by the caller; other objects become JSON.
 */
export const toText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return `${value as number | bigint | boolean}`;
  // Not instanceof: a date that came from another thread's realm is one as well.
  if (types.isDate(value)) return value.toISOString();
  if (Array.isArray(value)) return arrayLiteral(value);
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return JSON.stringify(value);
};

type Parser = (text: string) => unknown;

const asIs: Parser = (text) => text;
// The typings know the named oids only.
const builtIn = pg.types.getTypeParser as unknown as (oid: number, format?: 'text') => Parser;
const elements = builtIn(1009) as (text: string) => (string | null)[];
const arrayOf =
  (parse: Parser): Parser =>
  (text) =>
    elements(text).map((element) => (element === null ? null : parse(element)));

/**
 * How the answers of both engines are read, by type oid: int8 and numeric as numbers (ids and counts stay below
 * 2^53), dates as 'YYYY-MM-DD' because a Date would move them between zones, timestamptz as Date.
 */
const overrides: Record<number, Parser> = {
  20: Number,
  1700: Number,
  1082: asIs,
  1016: arrayOf(Number),
  1231: arrayOf(Number),
  1182: arrayOf(asIs),
};

export const parserOf = (oid: number): Parser => overrides[oid] ?? builtIn(oid);

import type { CompiledQuery } from 'kysely';

/** Whole numbers need no quoting; nothing else is let into the text of a statement. */
const literal = (value: unknown): string => {
  if (Number.isSafeInteger(value)) return String(value);
  if (Array.isArray(value) && value.every(Number.isSafeInteger)) return `'{${value.join(',')}}'`;
  throw new Error('Only whole numbers and lists of them can be copied by.');
};

/** The text of a query with its parameters in it, for statements that take none. */
export const withoutParameters = ({ sql, parameters }: CompiledQuery): string =>
  sql.replace(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]));

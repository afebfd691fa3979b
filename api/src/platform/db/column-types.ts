import type { ColumnType } from 'kysely';

export type Timestamp = ColumnType<Date, Date | string, Date | string>;
export type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** Written as an object or as JSON text, read parsed. An array has to be written as JSON text. */
export type Json = ColumnType<unknown, unknown, unknown>;

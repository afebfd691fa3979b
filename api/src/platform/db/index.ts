export { openDatabase } from './database.ts';
export type { Database, DatabaseConfig, Engine } from './database.ts';
export type { Rows } from './copy-rows.ts';
export { DataDirectoryInUseError } from './data-directory-lock.ts';
export { DatabaseError, hasSqlState, sqlState } from './database-error.ts';
export { MigrationError } from './migrations.ts';
export type * from './schema.ts';

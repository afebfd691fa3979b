// For what works with whole tables: backup and restore.
export { copyTarget } from './copy-rows.ts';
export { readMigrations } from './migrations.ts';
export type { Migration } from './migrations.ts';
export type { SqlClient } from './sql-pool.ts';
export { quoteName } from './values.ts';

// Building blocks of dashboards.
export * from './buckets.ts';
export * from './dashboard-grid.tsx';
export * from './figure-query.ts';
export * from './drill.ts';
export { useSearchClients } from './notes/notes-search.ts';
export { notesQuery } from './notes/notes.queries.ts';
export type { Note } from './notes/notes.queries.ts';
export * from './partial-months.ts';
export * from './previous-period.ts';
export * from './stat-tile.tsx';
export * from './what-changed.tsx';

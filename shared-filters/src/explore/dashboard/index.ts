// Building blocks of dashboards.
export * from './buckets.ts';
export * from './dashboard-grid.tsx';
export * from './figure-query.ts';
export * from './drill.ts';
export * from './notes/notes-card.tsx';
export * from './partial-months.ts';
export * from './previous-period.ts';
export * from './stat-tile.tsx';
export * from './what-changed.tsx';

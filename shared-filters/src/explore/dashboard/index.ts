// Building blocks of dashboards. Each dashboard defines its own calls.
export * from './dashboard-grid.tsx';
export * from './dashboard-query.ts';
export * from './drill.ts';
export * from './partial-months.ts';
export * from './previous-period.ts';
export * from './stat-tile.tsx';

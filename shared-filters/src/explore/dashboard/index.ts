// What a dashboard is made of. The call behind each figure is the dashboard's own.
export * from './dashboard-grid.tsx';
export * from './dashboard-query.ts';
export * from './drill.ts';
export * from './previous-period.ts';
export * from './query-chart.ts';
export * from './stat-tile.tsx';

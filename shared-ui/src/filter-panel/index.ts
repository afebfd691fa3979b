export { FilterPanel } from './filter-panel.tsx';
export type { FilterPanelProps } from './filter-panel.tsx';
export type { CountMatches } from './use-match-count.ts';

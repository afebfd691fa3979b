export { ColumnManager } from './column-manager.tsx';
export type { ColumnManagerProps } from './column-manager.tsx';
export { completeNames } from './column-order.ts';

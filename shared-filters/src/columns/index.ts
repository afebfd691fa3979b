// Choosing columns and their order. Only the pages that use it bundle it.
export { ColumnManager } from './column-manager.tsx';
export type { ColumnManagerProps } from './column-manager.tsx';
export { completeNames } from './column-order.ts';
export { defaultColumnsQuery } from './default-columns.ts';
export { OrderedList } from './ordered-list.tsx';

// What charts draw, most of it by nivo. Only loaded by load-drawings.ts: with nivo, it is most of their code.
export { measureLabels } from './bar-labels.ts';
export { CategoryRows } from './category-rows.tsx';
export { MonthColumns } from './monthly-layers.tsx';
export { PairedRows } from './paired-rows.tsx';
export { Donut } from './slices.tsx';

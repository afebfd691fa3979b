// What nivo draws. Only loaded by load-drawings.ts: with nivo, it is most of the code of the charts.
export { cutLabel, measureLabels } from './bar-labels.ts';
export { CategoryRows } from './category-rows.tsx';
export { MonthColumns } from './monthly-layers.tsx';
export { Donut } from './slices.tsx';

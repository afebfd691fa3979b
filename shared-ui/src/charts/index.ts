export { ChartNotesSource } from './notes/chart-notes.ts';
export type { ChartNote } from './notes/chart-notes.ts';
export { ChartCard } from './chart-card.tsx';
export type { ChartCardProps } from './chart-card.tsx';
export { units } from './chart-model.ts';
export type { CategoryPoint, ChartView, MonthPoint, Unit } from './chart-model.ts';
export type { HeatCell } from './heat-grid.chart.tsx';
export type { RankedItem } from './ranked-list.chart.tsx';
export type { Curve, CurvePoint } from './curve.chart.tsx';
export type { QuadrantItem } from './quadrant.chart.tsx';
export {
  barsView,
  curveView,
  curvesView,
  halfDonutView,
  heatView,
  monthlyView,
  pairedBarsView,
  pieView,
  quadrantView,
  rankedView,
  setsView,
} from './views.tsx';
export {
  formatChange,
  formatDay,
  formatDays,
  formatMonth,
  formatMonthLong,
  formatShare,
  formatShortCount,
} from './format.ts';

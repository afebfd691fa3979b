// The chunk of what a chart's menu opens: few visits do.
export { ChartColorsDialog } from './chart-colors.dialog.tsx';
export { ChartRenameDialog } from './chart-rename.dialog.tsx';

import { useId } from 'react';
import { FillDefs, seriesFills } from './chart-fill.tsx';
import { Picture } from './chart-frame.tsx';
import { Legend } from './chart-legend.tsx';
import type { DrawProps, Unit } from './chart-model.ts';
import { useDrawings } from './load-drawings.ts';
import { linkLabel } from './summaries.ts';

/** A category with two values that overlap, such as all deals and the influenced ones among them. */
export interface PairedPoint {
  name: string;
  values: readonly [number, number];
  /** Links to the lists behind the values. */
  hrefs: readonly [string | undefined, string | undefined];
}

export interface PairedBarsChartProps extends DrawProps {
  points: readonly PairedPoint[];
  series: readonly [string, string];
  unit: Unit;
}

/** Of a bar with its room: the minimum touch target (WCAG 2.5.8). */
const barRoom = 24;
/** Between categories. */
const gap = 8;
/** Beside the longest bar, for its value. */
const figureRoom = 64;

/** Of a name, which stands beside the bars, or above them on narrow cards. */
const chooseNameHeight = (width: number) => (width >= 440 ? 0 : 20);

/** Two bars for each category, side by side: parts of one whole would be stacked, and these overlap. */
export const PairedBarsChart = (props: PairedBarsChartProps) => {
  const { points, series, unit, width, label, chooseColor, patterns } = props;
  const id = useId();
  const fills = seriesFills(id, series, chooseColor, patterns);
  const drawings = useDrawings();
  const nameHeight = chooseNameHeight(width);
  const { withGap: left, room } =
    drawings && nameHeight === 0
      ? drawings.measureLabels(
          points.map(({ name }) => name),
          width,
        )
      : { withGap: 0, room: width };
  const rowHeight = nameHeight + 2 * barRoom + gap;
  const most = Math.max(1, ...points.flatMap(({ values }) => values));
  const height = Math.max(points.length, 1) * rowHeight;
  const bars = points.flatMap(({ name, values, hrefs }, row) =>
    values.map((value, at) => ({
      id: `${id}-${row}-bar-${at}`,
      name: `${name}, ${series[at]?.toLowerCase() ?? ''}`,
      value,
      href: hrefs[at],
      fill: fills[at]?.fill ?? '',
      middle: row * rowHeight + nameHeight + (at + 0.5) * barRoom,
      length: Math.max(((width - left - figureRoom) * value) / most, value > 0 ? 2 : 0),
    })),
  );
  const names = points.map(({ name }, row) => ({
    name,
    y: row * rowHeight + (nameHeight > 0 ? nameHeight / 2 : barRoom),
  }));
  const spots = bars.flatMap(({ href, middle, ...bar }) =>
    href === undefined
      ? []
      : {
          id: bar.id,
          label: linkLabel(bar, unit),
          href,
          x: left,
          y: middle - barRoom / 2,
          width: width - left,
          height: barRoom,
        },
  );
  return (
    <>
      <FillDefs fills={fills} />
      <Legend items={fills} />
      <Picture {...{ label, width, height, spots }}>
        {drawings && <drawings.PairedRows {...{ names, room, bars, left, width, height }} />}
      </Picture>
    </>
  );
};

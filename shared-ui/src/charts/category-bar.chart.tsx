import { useId } from 'react';
import { chooseLayout } from './category-layout.ts';
import { FillDefs, seriesFills } from './chart-fill.tsx';
import { isCompared } from './categories.ts';
import { Picture } from './chart-frame.tsx';
import { Legend } from './chart-legend.tsx';
import { previousPeriod } from './chart-model.ts';
import type { CategoryPoint, DrawProps, Unit } from './chart-model.ts';
import { useDrawings } from './load-drawings.ts';
import { linkLabel } from './summaries.ts';

export interface CategoryBarChartProps extends DrawProps {
  points: readonly CategoryPoint[];
  /** The one series; all bars have its color. */
  series: string;
  /** What is counted; used in the names of links. */
  unit: Unit;
  /** Fixed height in pixels; otherwise it follows the number of bars. */
  height?: number | undefined;
}

/** Horizontal bars in the given order, the first on top. */
export const CategoryBarChart = (props: CategoryBarChartProps) => {
  const { points, series, unit, width, chooseColor, ...rest } = props;
  const drawings = useDrawings();
  const id = useId();
  const compared = isCompared(points);
  const fills = seriesFills(id, compared ? [series, previousPeriod] : [series], chooseColor, rest.patterns);
  const { rowHeight } = chooseLayout(width);
  const height = rest.height ?? Math.max(points.length, 1) * rowHeight;
  const scene = { points, fill: fills[0]?.fill ?? '', ghostFill: fills[1]?.fill, width };
  const band = height / Math.max(points.length, 1);
  const spots = points.flatMap((point, at) =>
    point.href === undefined
      ? []
      : {
          id: `${id}-${at}`,
          label: linkLabel(point, unit),
          href: point.href,
          x: 0,
          y: at * band,
          width,
          height: band,
        },
  );
  return (
    <>
      <FillDefs fills={fills} />
      {compared && <Legend items={fills} />}
      <Picture label={rest.label} width={width} height={height} spots={spots}>
        {drawings && (
          <drawings.CategoryRows
            scene={scene}
            height={height}
            end={Math.max(1, ...points.map(({ value, previous = 0 }) => Math.max(value, previous)))}
          />
        )}
      </Picture>
    </>
  );
};

import { useId, useState } from 'react';
import { sumValues } from './categories.ts';
import { FillDefs, seriesFills } from './chart-fill.tsx';
import { Picture } from './chart-frame.tsx';
import { Omitted, ShareList, SideBySide, formatCategoryChange } from './chart-legend.tsx';
import type { CategoryPoint, DrawProps, Unit } from './chart-model.ts';
import { formatShare } from './format.ts';
import { useDrawings } from './load-drawings.ts';
import { linkLabel } from './summaries.ts';
import { formatCount } from '../format.ts';

export interface PieChartProps extends DrawProps {
  /** The visible slices: named categories only, largest first. */
  points: readonly CategoryPoint[];
  /** Parts of the whole without a slice. */
  omitted: readonly CategoryPoint[];
  unit: Unit;
}

/** A donut with its total in the middle, and a list of all slices with value and share. */
export const PieChart = ({ points, omitted, unit, width, label, chooseColor, patterns }: PieChartProps) => {
  const drawings = useDrawings();
  const [active, setActive] = useState<string>();
  const names = points.map(({ name }) => name);
  const id = useId();
  const fills = seriesFills(id, names, chooseColor, patterns);
  const total = sumValues(points);
  const whole = total + sumValues(omitted);
  const shown = points.find(({ name }) => name === active);
  const wide = width >= 400;
  const size = wide ? Math.min(196, Math.round(width * 0.4)) : 188;
  const rows = points.map((point, at) => ({
    id: `${id}-${at}`,
    name: point.name,
    label: linkLabel(point, unit),
    href: point.href,
    fill: fills[at]?.fill ?? '',
    value: formatCount(point.value),
    share: formatShare(point.value, whole),
    change: formatCategoryChange(point),
  }));
  const scene = {
    active,
    setActive,
    findLink: (name: string) => rows.find((row) => row.name === name && row.href !== undefined)?.id,
    figure: shown ? formatShare(shown.value, whole) : formatCount(total),
    caption: shown ? formatCount(shown.value) : whole > total ? `of ${formatCount(whole)}` : unit.many,
  };
  return (
    <SideBySide wide={wide}>
      <FillDefs fills={fills} />
      <Picture label={label} width={size} height={size}>
        {drawings && (
          <drawings.Donut
            shape="round"
            scene={scene}
            slices={points.map(({ name, value }, at) => ({ id: name, value, fill: fills[at]?.fill ?? '' }))}
            width={size}
            height={size}
          />
        )}
      </Picture>
      <ShareList rows={rows} active={active} onActive={setActive}>
        <Omitted points={omitted} whole={whole} unit={unit} />
      </ShareList>
    </SideBySide>
  );
};

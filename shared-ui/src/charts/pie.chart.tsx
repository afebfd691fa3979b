import { Pie } from '@nivo/pie';
import { useId, useState } from 'react';
import { sumValues } from './categories.ts';
import { FillDefs, seriesFills } from './chart-fill.tsx';
import { Picture } from './chart-frame.tsx';
import { Omitted, ShareList, SideBySide, formatCategoryChange } from './chart-legend.tsx';
import type { CategoryPoint, DrawProps, Unit } from './chart-model.ts';
import { formatShare } from './format.ts';
import { RoundHole, SliceContext, Slices } from './slices.tsx';
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
        <SliceContext value={scene}>
          <Pie
            width={size}
            height={size}
            data={points.map(({ name, value }, at) => ({ id: name, value, fill: fills[at]?.fill ?? '' }))}
            margin={{ top: 2, right: 2, bottom: 2, left: 2 }}
            innerRadius={0.68}
            padAngle={points.length > 1 ? 1 : 0}
            cornerRadius={2}
            role="presentation"
            animate={false}
            isInteractive={false}
            layers={[Slices, RoundHole]}
          />
        </SliceContext>
      </Picture>
      <ShareList rows={rows} active={active} onActive={setActive}>
        <Omitted points={omitted} whole={whole} unit={unit} />
      </ShareList>
    </SideBySide>
  );
};

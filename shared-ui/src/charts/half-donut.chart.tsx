import { useId, useState } from 'react';
import { sumValues } from './categories.ts';
import { FillDefs, seriesFills } from './chart-fill.tsx';
import { Picture } from './chart-frame.tsx';
import { ShareList, SideBySide, formatCategoryChange } from './chart-legend.tsx';
import type { CategoryPoint, DrawProps, Unit } from './chart-model.ts';
import { formatShare } from './format.ts';
import { useDrawings } from './load-drawings.ts';
import { linkLabel } from './summaries.ts';
import { formatCount } from '../format.ts';

export interface HalfDonutProps extends DrawProps {
  /** The visible segments: the largest and 'Other'. */
  points: readonly CategoryPoint[];
  unit: Unit;
}

/** A half donut; its center names the largest segment, or the hovered one. */
export const HalfDonut = ({ points, unit, width, label, chooseColor, patterns }: HalfDonutProps) => {
  const drawings = useDrawings();
  const [active, setActive] = useState<string>();
  const names = points.map(({ name }) => name);
  const id = useId();
  const fills = seriesFills(id, names, chooseColor, patterns);
  const total = sumValues(points);
  const shown = points.find(({ name }) => name === active) ?? points[0];
  const wide = width >= 460;
  const size = Math.min(wide ? Math.round(width * 0.46) : width, 300);
  const height = Math.round(size / 2) + 8;
  const rows = points.map((point, at) => ({
    id: `${id}-${at}`,
    name: point.name,
    label: linkLabel(point, unit),
    href: point.href,
    fill: fills[at]?.fill ?? '',
    value: formatCount(point.value),
    share: formatShare(point.value, total),
    change: formatCategoryChange(point),
  }));
  const scene = {
    active,
    setActive,
    findLink: (name: string) => rows.find((row) => row.name === name && row.href !== undefined)?.id,
    figure: formatShare(shown?.value ?? 0, total),
    caption: shown?.name ?? '',
  };
  return (
    <SideBySide wide={wide}>
      <FillDefs fills={fills} />
      <Picture label={label} width={size} height={height}>
        {drawings && (
          <drawings.Donut
            shape="upper"
            scene={scene}
            slices={points.map(({ name, value }, at) => ({ id: name, value, fill: fills[at]?.fill ?? '' }))}
            width={size}
            height={height}
          />
        )}
      </Picture>
      <ShareList rows={rows} active={active} onActive={setActive} />
    </SideBySide>
  );
};

import { useId, useState } from 'react';
import { FillDefs, seriesFills } from './chart-fill.tsx';
import { Picture } from './chart-frame.tsx';
import type { SeriesFill } from './chart-fill.tsx';
import type { Spot, Tip } from './chart-frame.tsx';
import { Legend } from './chart-legend.tsx';
import { previousPeriod } from './chart-model.ts';
import type { DrawProps, MonthPoint, Unit } from './chart-model.ts';
import { formatTime } from './time-keys.ts';
import { Marks, markSize } from './notes/note-mark.tsx';
import { noteMarks } from './notes/chart-notes.ts';
import { useDrawings } from './load-drawings.ts';
import { linkLabel } from './summaries.ts';
import { formatCount } from '../format.ts';

export interface MonthlyBarChartProps extends DrawProps {
  points: readonly MonthPoint[];
  /** Names of the two series. */
  names: readonly [string, string];
  unit: Unit;
  /** Whether months may be added up; not for unique readers, where no sums are shown. */
  additive: boolean;
}

const chartHeight = 260;
/** For the notes below partial months. */
const noteHeight = 16;
const tickWidth = 58;
/** How far marks stand above the axis, clear of the names of the months. */
const markLift = 4;
/** Above the columns for their values, below them for the names of the months. */
const [top, bottom] = [22, 28];
/** Room for values above both the current and the previous column. */
const bothLabels = 68;

const sums = (points: readonly MonthPoint[]) => [
  points.reduce((sum, { value }) => sum + value.primary, 0),
  points.reduce((sum, { value }) => sum + value.secondary, 0),
];

const scaleEnd = (points: readonly MonthPoint[]) =>
  Math.max(
    1,
    ...points.map(({ value, previous }) => Math.max(value.primary + value.secondary, previous?.value ?? 0)),
  );

const buildLegend = ({ points, additive }: MonthlyBarChartProps, fills: readonly SeriesFill[]) => {
  const before = points.reduce((sum, { previous }) => sum + (previous?.value ?? 0), 0);
  const totals = [...sums(points), before];
  return fills.map(({ name, fill }, at) => ({
    name,
    fill,
    note: additive ? formatCount(totals[at] ?? 0) : undefined,
  }));
};

/** Left edges and width of the columns, rounded as by the scale of the drawing. */
const computeBands = (innerWidth: number, count: number, padding: number) => {
  const step = Math.floor(innerWidth / Math.max(1, count + padding));
  const start = Math.round((innerWidth - step * (count - padding)) / 2);
  const gap = step - Math.round(step * (1 - padding));
  return { step, computeLeft: (at: number) => start + at * step - gap / 2 };
};

interface Place {
  id: string;
  innerWidth: number;
  height: number;
  left: number;
  padding: number;
}

/** Minimum touch target (WCAG 2.5.8). Links of narrower months are in the data table only. */
const leastTarget = 24;

/** A link over each month that has one. */
const computeSpots = (
  { points, unit }: Pick<MonthlyBarChartProps, 'points' | 'unit'>,
  { id, innerWidth, height, left, padding }: Place,
): Spot[] => {
  const { step, computeLeft } = computeBands(innerWidth, points.length, padding);
  if (step < leastTarget) return [];
  return points.flatMap((point, at) => {
    const { key, value, hrefs } = point;
    if (hrefs?.month === undefined) return [];
    const sum = { name: formatTime(point), value: value.primary + value.secondary };
    return {
      id: `${id}-${key}`,
      label: linkLabel(sum, unit),
      href: hrefs.month,
      x: left + computeLeft(at),
      y: 0,
      width: step,
      height,
    };
  });
};

/** The marks of the notes, on the line that the columns stand on. */
const computeNoteMarks = (
  { points, notes }: Pick<MonthlyBarChartProps, 'points' | 'notes'>,
  { innerWidth, left, padding }: Pick<Place, 'innerWidth' | 'left' | 'padding'>,
) => {
  const { step, computeLeft } = computeBands(innerWidth, points.length, padding);
  const axis = {
    months: points,
    computeLeft: (at: number) => left + computeLeft(at),
    step,
  };
  return noteMarks(notes?.notes ?? [], axis, markSize);
};

/** Stacked columns by month, week or day, initial below subsequent, beside a column for the previous period. */
export const MonthlyBarChart = (props: MonthlyBarChartProps) => {
  const { points, names, width, label, chooseColor, patterns, notes } = props;
  const drawings = useDrawings();
  const [tip, setTip] = useState<Tip>();
  const id = useId();
  const compared = points.some(({ previous }) => previous !== undefined);
  const fills = seriesFills(id, compared ? [...names, previousPeriod] : names, chooseColor, patterns);
  const room = points.length > 0 ? width / points.length : 0;
  const labeled = room >= (compared ? 44 : 34);
  const every = Math.max(1, Math.ceil((points.length * tickWidth) / Math.max(width, 1)));
  const named = points.filter((_, at) => (points.length - 1 - at) % every === 0).map(({ key }) => key);
  const padding = compared || points.length > 16 ? 0.25 : 0.38;
  const left = labeled ? 2 : 40;
  const noteRoom = points.some(({ partial }) => partial) ? noteHeight : 0;
  const height = chartHeight + noteRoom;
  const innerWidth = width - left - 2;
  const spots = computeSpots(props, { id, innerWidth, height, left, padding });
  const marks = notes && (
    <Marks
      label={`Notes: ${label}`}
      marks={computeNoteMarks(props, { innerWidth, left, padding })}
      y={chartHeight - bottom - markLift}
      onShow={notes.show}
    />
  );
  const scene = {
    id,
    points,
    fills,
    ghost: fills.find(({ name }) => name === previousPeriod)?.fill,
    labels: { current: labeled, previous: room >= bothLabels },
    named: new Set(named),
    showTip: setTip,
    findLink: ({ key }: MonthPoint) => spots.find((spot) => spot.id === `${id}-${key}`)?.id,
  };
  return (
    <>
      <FillDefs fills={fills} />
      <Legend items={buildLegend(props, fills)} />
      <Picture {...{ label, width, height, tip, spots }} over={marks} pointsItself>
        {drawings && (
          <drawings.MonthColumns
            scene={scene}
            width={width}
            height={height}
            margin={{ top, right: 2, bottom: bottom + noteRoom, left }}
            padding={padding}
            nice={!labeled}
            end={scaleEnd(points)}
          />
        )}
      </Picture>
    </>
  );
};

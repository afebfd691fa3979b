import { Bar } from '@nivo/bar';
import type { BarCustomLayerProps, BarDatum } from '@nivo/bar';
import { Fragment, createContext, useContext } from 'react';
import type { SeriesFill } from './chart-fill.tsx';
import { followLink } from './chart-frame.tsx';
import type { Tip } from './chart-frame.tsx';
import type { MonthPoint } from './chart-model.ts';
import { formatChange, formatShortCount } from './format.ts';
import { formatTick, formatTime } from './time-keys.ts';
import { monthTotal } from './summaries.ts';
import { formatCount } from '../format.ts';

export interface MonthScene {
  /** Prefix of the ids of definitions. */
  id: string;
  points: readonly MonthPoint[];
  fills: readonly SeriesFill[];
  /** Fill of the previous period; undefined without a comparison. */
  ghost: string | undefined;
  /** Whether values stand above the columns, and whether above those of the previous period too. */
  labels: { current: boolean; previous: boolean };
  /** The months with a name below them. */
  named: ReadonlySet<string>;
  showTip: (tip: Tip | undefined) => void;
  /** Id of the link behind a month, if there is one. */
  findLink: (point: MonthPoint) => string | undefined;
}

/** Extra data for the layers. The layers themselves are module constants, so that React keeps their elements. */
const MonthContext = createContext<MonthScene | undefined>(undefined);

type LayerProps = BarCustomLayerProps<BarDatum>;

/** Room between the chart and the names of the months, and between the axis and its figures. */
const [namesAt, figuresAt] = [21, 8];

interface Band {
  left: number;
  width: number;
}

/** The previous period's part of a column's width. */
const ghostShare = 0.4;
/** Between both; narrow columns have less, or the current one would have no room. */
const computeGap = (width: number) => Math.min(2, width * 0.1);

/** The place of the current column, beside that of the previous period if they are compared. */
const currentIn = ({ left, width }: Band, compared: boolean): Band => {
  const taken = compared ? width * ghostShare + computeGap(width) : 0;
  return { left: left + taken, width: width - taken };
};

const ghostIn = ({ left, width }: Band): Band => ({ left, width: width * ghostShare });

const computeBand = ({ xScale }: Pick<LayerProps, 'xScale'>, { key }: MonthPoint): Band => ({
  left: Number((xScale as (key: string) => number | undefined)(key)),
  width: 'bandwidth' in xScale ? xScale.bandwidth() : 0,
});

const Hatch = ({ id }: { id: string }) => (
  <defs>
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
      <path className="chart-hatch" d="M-1.5,1.5 l3,-3 M0,6 l6,-6 M4.5,7.5 l3,-3" strokeWidth="1.8" />
    </pattern>
  </defs>
);

/** Pale with an outline, so that the current column stands out and both can be seen. */
const ghostLook = (fill: string | undefined) => ({ fillOpacity: 0.4, stroke: fill, strokeWidth: 1 });

interface ShapeProps extends Band {
  /** Column of the previous period. */
  isGhost?: boolean;
  y: number;
  height: number;
  fill: string | undefined;
  /** The reference to the hatching of a partial month. */
  hatch: string | undefined;
}

const Shape = ({ left, width, y, height, fill, hatch, isGhost = false }: ShapeProps) => {
  const box = { x: left, y, width, height, rx: Math.min(2, width / 4), className: 'chart-shape' };
  return (
    <>
      <rect {...box} fill={fill} {...(isGhost ? ghostLook(fill) : {})} />
      {hatch && <rect {...box} fill={hatch} />}
    </>
  );
};

/** From the bottom up, each part from the end of the one below it. */
const stackParts = ({ value }: MonthPoint) => [
  { from: 0, to: value.primary },
  { from: value.primary, to: value.primary + value.secondary },
];

/** Columns with rounded corners and a 1 px gap between their parts; partial months are hatched. */
const Columns = ({ xScale, yScale, innerHeight }: LayerProps) => {
  const scene = useContext(MonthContext);
  if (!scene) return null;
  const { id, points, fills, ghost } = scene;
  const hatch = `url(#${id}-partial)`;
  const computeHeight = (value: number) => innerHeight - Number(yScale(value));
  return (
    <>
      {points.some(({ partial }) => partial) && <Hatch id={`${id}-partial`} />}
      {points.map((point) => {
        const band = computeBand({ xScale }, point);
        const look = { hatch: point.partial ? hatch : undefined };
        const before = computeHeight(point.previous?.value ?? 0);
        return (
          <Fragment key={point.key}>
            {point.previous && (
              <Shape
                isGhost
                {...ghostIn(band)}
                y={innerHeight - before}
                height={before}
                fill={ghost}
                {...look}
              />
            )}
            {stackParts(point).map(({ from, to }, part) => {
              const height = computeHeight(to) - computeHeight(from);
              return (
                <Shape
                  key={fills[part]?.name}
                  {...currentIn(band, ghost !== undefined)}
                  y={innerHeight - computeHeight(to)}
                  height={Math.max(height - 1, height > 0 ? 1 : 0)}
                  fill={fills[part]?.fill}
                  {...look}
                />
              );
            })}
          </Fragment>
        );
      })}
    </>
  );
};

const tickStyle = { fontSize: 12 };

/** The names of the months below the columns. nivo's own axis starts several animations for each name. */
const MonthNames = ({ xScale, innerHeight }: LayerProps) => {
  const scene = useContext(MonthContext);
  return scene?.points.map((point) => {
    if (!scene.named.has(point.key)) return null;
    const { left, width } = computeBand({ xScale }, point);
    return (
      <text
        key={point.key}
        x={left + width / 2}
        y={innerHeight + namesAt}
        textAnchor="middle"
        fill="currentColor"
        style={tickStyle}
      >
        {formatTick(point)}
      </text>
    );
  });
};

/** Lines with their figures, where there is no room for figures above the columns. */
const ValueLines = ({ yScale, innerWidth }: LayerProps) => {
  const scene = useContext(MonthContext);
  if (!scene || scene.labels.current || !('ticks' in yScale)) return null;
  return yScale.ticks(4).map((tick) => {
    const value = Number(tick);
    const y = Number(yScale(value));
    return (
      <Fragment key={value}>
        <line x2={innerWidth} y1={y} y2={y} stroke="currentColor" strokeOpacity={0.14} />
        <text x={-figuresAt} y={y} dy="0.35em" textAnchor="end" fill="currentColor" style={tickStyle}>
          {formatShortCount(value)}
        </text>
      </Fragment>
    );
  });
};

const partialRoom = 34;

/** Below the names of partial months: which part of them is counted. */
const PartialNotes = ({ xScale, innerWidth, innerHeight }: LayerProps) => {
  const scene = useContext(MonthContext);
  return scene?.points.map((point) => {
    if (!point.partial) return null;
    const { left, width } = computeBand({ xScale }, point);
    const middle = left + width / 2;
    const anchor = middle < partialRoom ? 'start' : middle > innerWidth - partialRoom ? 'end' : 'middle';
    const x = { start: Math.max(left, 0), middle, end: Math.min(left + width, innerWidth) }[anchor];
    return (
      <text
        key={point.key}
        x={x}
        y={innerHeight + 36}
        textAnchor={anchor}
        fill="currentColor"
        style={{ fontSize: 11 }}
      >
        {point.partial}
      </text>
    );
  });
};

const Value = ({ at, top, value }: { at: Band; top: number; value: number }) => (
  <text
    x={at.left + at.width / 2}
    y={top - 7}
    textAnchor="middle"
    fill="currentColor"
    style={{ fontSize: 11.5 }}
  >
    {formatShortCount(value)}
  </text>
);

/** Totals above the columns, and the areas that react to the pointer. */
const Totals = ({ xScale, innerHeight, innerWidth, yScale, margin }: LayerProps) => {
  const scene = useContext(MonthContext);
  if (!scene) return null;
  const { points, labels, ghost } = scene;
  return points.map((point) => {
    const band = computeBand({ xScale }, point);
    const { left, width } = band;
    const top = Number(yScale(monthTotal(point)));
    const ghostTop = Number(yScale(point.previous?.value ?? 0));
    // Includes half the gap on each side, so that the pointer is always over a month.
    const reach = (innerWidth / points.length - width) / 2;
    const tip = (): Tip => ({
      left: margin.left + left,
      right: margin.left + left + width,
      // Above the values over the columns.
      top: Math.max(0, margin.top + Math.min(top, ghostTop) - 20),
      title: [formatTime(point), point.partial].filter(Boolean).join(', '),
      rows: tipRows(point, scene),
    });
    const link = scene.findLink(point);
    return (
      <g
        key={point.key}
        cursor={link === undefined ? undefined : 'pointer'}
        onPointerEnter={() => scene.showTip(tip())}
        onPointerLeave={() => scene.showTip(undefined)}
        onClick={link === undefined ? undefined : (event) => followLink(link, event)}
      >
        <rect x={left - reach} y={0} width={width + 2 * reach} height={innerHeight} fill="transparent" />
        {labels.current && monthTotal(point) > 0 && (
          <Value at={currentIn(band, ghost !== undefined)} top={top} value={monthTotal(point)} />
        )}
        {labels.previous && point.previous && (
          <Value at={ghostIn(band)} top={ghostTop} value={point.previous.value} />
        )}
      </g>
    );
  });
};

const tipRows = (point: MonthPoint, { fills, ghost }: MonthScene): Tip['rows'] => {
  const figures = [point.value.primary, point.value.secondary];
  const { previous } = point;
  const change = previous && formatChange(monthTotal(point), previous.value);
  const before = previous && {
    name: `Previous (${formatTime({ key: previous.key, bucket: point.bucket })})`,
    value: formatCount(previous.value),
    ...(ghost === undefined ? {} : { fill: ghost }),
  };
  return [
    ...figures.map((value, at) => ({
      name: fills[at]?.name ?? '',
      fill: fills[at]?.fill ?? '',
      value: formatCount(value),
    })),
    { name: 'Total', value: formatCount(monthTotal(point)) },
    ...(before ? [before] : []),
    ...(change ? [{ name: 'Change', value: change.text }] : []),
  ];
};

interface MonthColumnsProps {
  scene: MonthScene;
  width: number;
  height: number;
  margin: { top: number; right: number; bottom: number; left: number };
  padding: number;
  /** Ends the scale at a round number. */
  nice: boolean;
  /** The largest value on the scale. */
  end: number;
}

/** The columns of all months. */
export const MonthColumns = ({ scene, nice, end, ...box }: MonthColumnsProps) => (
  <MonthContext value={scene}>
    <Bar
      {...box}
      // nivo makes the scales; bars of its own would each start nine animations.
      data={scene.points.map(({ key }): BarDatum => ({ key }))}
      keys={[]}
      indexBy="key"
      valueScale={{ type: 'linear', nice, min: 0, max: end }}
      role="presentation"
      animate={false}
      isInteractive={false}
      layers={[ValueLines, Columns, MonthNames, PartialNotes, Totals]}
    />
  </MonthContext>
);

import { Bar } from '@nivo/bar';
import type { BarCustomLayerProps, BarDatum } from '@nivo/bar';
import { createContext, useContext } from 'react';
import { cutLabel, measureLabels } from './bar-labels.ts';
import { chooseLayout } from './category-layout.ts';
import { formatCategoryChange } from './chart-legend.tsx';
import type { CategoryPoint } from './chart-model.ts';
import { formatCount } from '../format.ts';

const label = { fontSize: 12.5 };
/** Beside the longest bar, for the value, and for the value with its change. */
const figureRoom = (compared: boolean) => (compared ? 112 : 64);
/** The bar of the previous period lies below the current one. */
const ghost = { gap: 1, thickness: 4 };

export interface CategoryScene {
  points: readonly CategoryPoint[];
  fill: string;
  /** Of the previous period; undefined without a comparison. */
  ghostFill: string | undefined;
  width: number;
}

/** Where the bars begin, and the room for each label. */
const layOutLabels = ({ points, width, ghostFill }: CategoryScene) =>
  chooseLayout(width).above
    ? { withGap: 0, room: width - figureRoom(ghostFill !== undefined) }
    : measureLabels(
        points.map(({ name }) => name),
        width,
      );

const SceneContext = createContext<CategoryScene | undefined>(undefined);

const formatBarTitle = ({ name, value, previous }: CategoryPoint): string => {
  const before = previous === undefined ? '' : ` (${formatCount(previous)} in the previous period)`;
  return `${name}: ${formatCount(value)}${before}`;
};

/** Draws name, bar and value of each category together, so that no axis is needed. */
const Rows = ({ xScale, yScale }: BarCustomLayerProps<BarDatum>) => {
  const scene = useContext(SceneContext);
  if (!scene) return null;
  const { above, thickness } = chooseLayout(scene.width);
  const { withGap, room } = layOutLabels(scene);
  return scene.points.map((point, at) => {
    const length = Number(xScale(point.value));
    const before = Number(xScale(point.previous ?? 0));
    const change = formatCategoryChange(point);
    const rowHeight = 'bandwidth' in yScale ? yScale.bandwidth() : 0;
    const middle = Number(yScale(at)) + rowHeight / 2 + (above ? 10 : 0);
    const textAt = above ? middle - 16 : middle;
    return (
      <g key={point.id ?? point.name}>
        <title>{formatBarTitle(point)}</title>
        <text x={-withGap} y={textAt} dy="0.35em" fill="currentColor" style={label}>
          {cutLabel(point.name, room)}
        </text>
        <rect
          className="chart-shape"
          x={0}
          y={middle - thickness / 2}
          width={Math.max(length, point.value > 0 ? 2 : 0)}
          height={thickness}
          rx={2}
          fill={scene.fill}
        />
        {before > 0 && (
          <rect
            className="chart-shape"
            x={0}
            y={middle + thickness / 2 + ghost.gap}
            width={Math.max(before, 2)}
            height={ghost.thickness}
            rx={1}
            fill={scene.ghostFill}
          />
        )}
        <text
          className="chart-figure"
          x={above ? scene.width : Math.max(length, before) + 8}
          y={textAt}
          dy="0.35em"
          textAnchor={above ? 'end' : 'start'}
          style={label}
        >
          {formatCount(point.value)}
          {change && (
            <tspan className="chart-change" dx={6}>
              {change}
            </tspan>
          )}
        </text>
      </g>
    );
  });
};

interface CategoryRowsProps {
  scene: CategoryScene;
  height: number;
  /** The largest value on the scale. */
  end: number;
}

/** The bars of all categories. */
export const CategoryRows = ({ scene, height, end }: CategoryRowsProps) => {
  const { points, width, ghostFill } = scene;
  const { above } = chooseLayout(width);
  return (
    <SceneContext value={scene}>
      <Bar
        width={width}
        height={height}
        // nivo makes the scales; bars of its own would each start nine animations.
        data={points.map((_, at): BarDatum => ({ at })).toReversed()}
        keys={[]}
        indexBy="at"
        layout="horizontal"
        margin={{
          top: 0,
          right: above ? 0 : figureRoom(ghostFill !== undefined),
          bottom: 0,
          left: layOutLabels(scene).withGap,
        }}
        padding={0}
        valueScale={{ type: 'linear', nice: false, min: 0, max: end }}
        role="presentation"
        animate={false}
        isInteractive={false}
        layers={[Rows]}
      />
    </SceneContext>
  );
};

import { Pie } from '@nivo/pie';
import type { PieCustomLayerProps } from '@nivo/pie';
import { createContext, useContext } from 'react';
import { followLink } from './chart-frame.tsx';

interface Slice {
  id: string;
  value: number;
  fill: string;
}

interface SliceScene {
  active: string | undefined;
  setActive: (name: string | undefined) => void;
  /** Id of the link behind a slice, if there is one. */
  findLink: (name: string) => string | undefined;
  /** Two lines of text in the center. */
  figure: string;
  caption: string;
}
const SliceContext = createContext<SliceScene | undefined>(undefined);

/** The slices of a donut; hovering one dims the others. */
const Slices = ({ dataWithArc, arcGenerator, centerX, centerY }: PieCustomLayerProps<Slice>) => {
  const scene = useContext(SliceContext);
  return (
    <g transform={`translate(${centerX},${centerY})`} onPointerLeave={() => scene?.setActive(undefined)}>
      {dataWithArc.map(({ id, arc, data }) => {
        const link = scene?.findLink(data.id);
        return (
          <path
            key={id}
            d={arcGenerator(arc) ?? undefined}
            fill={data.fill}
            opacity={scene?.active === undefined || scene.active === data.id ? 1 : 0.35}
            cursor={link === undefined ? undefined : 'pointer'}
            onPointerEnter={() => scene?.setActive(data.id)}
            onClick={link === undefined ? undefined : (event) => followLink(link, event)}
          />
        );
      })}
    </g>
  );
};

const Hole = ({ x, y, size }: { x: number; y: number; size: number }) => {
  const scene = useContext(SliceContext);
  return (
    <g textAnchor="middle" pointerEvents="none">
      <text
        className="chart-figure"
        x={x}
        y={y}
        style={{ fontSize: size, fontWeight: 620, letterSpacing: '-0.02em' }}
      >
        {scene?.figure}
      </text>
      <text x={x} y={y + 18} fill="currentColor" style={{ fontSize: 12 }}>
        {scene?.caption}
      </text>
    </g>
  );
};

/** The number in the center of a full donut. */
const RoundHole = ({ centerX, centerY }: PieCustomLayerProps<Slice>) => (
  <Hole x={centerX} y={centerY + 2} size={22} />
);

/** The number on the base line of a half donut. */
const HalfHole = ({ centerX, centerY }: PieCustomLayerProps<Slice>) => (
  <Hole x={centerX} y={centerY - 22} size={26} />
);

interface DonutProps {
  scene: SliceScene;
  slices: Slice[];
  width: number;
  height: number;
}

const plain = {
  cornerRadius: 2,
  role: 'presentation',
  animate: false,
  isInteractive: false,
} as const;

/** A full donut, and its total in the center. */
export const RoundDonut = ({ scene, slices, width, height }: DonutProps) => (
  <SliceContext value={scene}>
    <Pie
      {...plain}
      width={width}
      height={height}
      data={slices}
      margin={{ top: 2, right: 2, bottom: 2, left: 2 }}
      innerRadius={0.68}
      padAngle={slices.length > 1 ? 1 : 0}
      layers={[Slices, RoundHole]}
    />
  </SliceContext>
);

/** The upper half of a donut, and a number on its base line. */
export const UpperDonut = ({ scene, slices, width, height }: DonutProps) => (
  <SliceContext value={scene}>
    <Pie
      {...plain}
      width={width}
      height={height}
      data={slices}
      startAngle={-90}
      endAngle={90}
      innerRadius={0.7}
      padAngle={slices.length > 1 ? 0.8 : 0}
      sortByValue={false}
      layers={[Slices, HalfHole]}
    />
  </SliceContext>
);

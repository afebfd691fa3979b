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

const shapes = {
  /** A full donut, and its total in the center. */
  round: {
    margin: { top: 2, right: 2, bottom: 2, left: 2 },
    innerRadius: 0.68,
    gap: 1,
    layers: [Slices, RoundHole],
  },
  /** The upper half of a donut, and a number on its base line. */
  upper: {
    startAngle: -90,
    endAngle: 90,
    innerRadius: 0.7,
    gap: 0.8,
    sortByValue: false,
    layers: [Slices, HalfHole],
  },
};

interface DonutProps {
  shape: keyof typeof shapes;
  scene: SliceScene;
  slices: Slice[];
  width: number;
  height: number;
}

/** The slices of a whole, and their figure. */
export const Donut = ({ shape, scene, slices, width, height }: DonutProps) => {
  const { gap, ...props } = shapes[shape];
  return (
    <SliceContext value={scene}>
      <Pie
        cornerRadius={2}
        role="presentation"
        animate={false}
        isInteractive={false}
        data={slices}
        padAngle={slices.length > 1 ? gap : 0}
        {...{ width, height }}
        {...props}
      />
    </SliceContext>
  );
};

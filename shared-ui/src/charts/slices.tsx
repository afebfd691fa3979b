import type { PieCustomLayerProps } from '@nivo/pie';
import { createContext, useContext } from 'react';
import { followLink } from './chart-frame.tsx';

export interface Slice {
  id: string;
  value: number;
  fill: string;
}

interface Scene {
  active: string | undefined;
  setActive: (name: string | undefined) => void;
  /** Id of the link behind a slice, if there is one. */
  findLink: (name: string) => string | undefined;
  /** Two lines of text in the center. */
  figure: string;
  caption: string;
}
export const SliceContext = createContext<Scene | undefined>(undefined);

/** The slices of a donut; hovering one dims the others. */
export const Slices = ({ dataWithArc, arcGenerator, centerX, centerY }: PieCustomLayerProps<Slice>) => {
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
export const RoundHole = ({ centerX, centerY }: PieCustomLayerProps<Slice>) => (
  <Hole x={centerX} y={centerY + 2} size={22} />
);

/** The number on the base line of a half donut. */
export const HalfHole = ({ centerX, centerY }: PieCustomLayerProps<Slice>) => (
  <Hole x={centerX} y={centerY - 22} size={26} />
);

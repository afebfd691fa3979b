import { cutLabel } from './bar-labels.ts';
import { formatCount } from '../format.ts';

const text = { fontSize: 12.5 };
const thickness = 14;

interface Props {
  names: readonly { name: string; y: number }[];
  /** The room for a name, in pixels. */
  room: number;
  bars: readonly { id: string; name: string; value: number; fill: string; middle: number; length: number }[];
  /** Where the bars begin. */
  left: number;
  width: number;
  height: number;
}

/** The names of all categories and their bars. */
export const PairedRows = ({ names, room, bars, left, width, height }: Props) => (
  <svg width={width} height={height} role="presentation">
    {names.map(({ name, y }) => (
      <text key={name} x={0} y={y} dy="0.35em" fill="currentColor" style={text}>
        <title>{name}</title>
        {cutLabel(name, room)}
      </text>
    ))}
    {bars.map(({ id, name, value, fill, middle, length }) => (
      <g key={id}>
        <title>{`${name}: ${formatCount(value)}`}</title>
        <rect
          className="chart-shape"
          x={left}
          y={middle - thickness / 2}
          width={length}
          height={thickness}
          rx={2}
          fill={fill}
        />
        <text className="chart-figure" x={left + length + 8} y={middle} dy="0.35em" style={text}>
          {formatCount(value)}
        </text>
      </g>
    ))}
  </svg>
);

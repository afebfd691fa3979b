import { Box, chakra } from '@chakra-ui/react';
import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';

export interface Tip {
  /** The described part, in pixels of the drawing. */
  left: number;
  right: number;
  top: number;
  title: string;
  rows: { name: string; value: string; fill?: string }[];
}

/** A linked part of the drawing, in pixels of the drawing. */
export interface Spot {
  id: string;
  label: string;
  href: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface PictureProps {
  label: string;
  width: number;
  height: number;
  tip?: Tip | undefined;
  /** Links laid over the drawing: an element with role img cannot contain links. */
  spots?: readonly Spot[];
  /** The drawing handles the pointer itself and follows the links with `followLink`. */
  pointsItself?: boolean;
  /** Laid over the drawing, outside of the image. */
  over?: ReactNode;
  children: ReactNode;
}

const SpotLink = chakra(
  Link,
  { base: { position: 'absolute', borderRadius: 'sm', _hover: { background: 'text/5' } } },
  { forwardProps: ['to'] },
);

const Spots = ({
  spots,
  label,
  pointsItself,
}: {
  spots: readonly Spot[];
  label: string;
  pointsItself: boolean;
}) => (
  <Box as="ul" aria-label={label} data-chart-omit="" listStyleType="none" margin="0" padding="0">
    {spots.map(({ id, label: name, href, x, y, width, height }) => (
      <li key={id}>
        <SpotLink
          id={id}
          to={href}
          aria-label={name}
          title={name}
          pointerEvents={pointsItself ? 'none' : undefined}
          style={{ left: x, top: y, width, height }}
        />
      </li>
    ))}
  </Box>
);

/** Clicks the link with this id; modifier keys still open a new tab or window. */
export const followLink = (id: string, { ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  document
    .getElementById(id)
    ?.dispatchEvent(
      new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, altKey }),
    );

// Sizes of SVG text are set as styles, because the reset's `font: inherit` overrides attributes.
const shapes = {
  '& svg': { display: 'block', overflow: 'visible' },
  '& .chart-figure': { fill: 'text' },
  '& .chart-change': { fill: 'textMuted' },
  '& .chart-hatch': { stroke: 'surface' },
  '& .chart-shape': { transition: 'x 260ms, y 260ms, width 260ms, height 260ms' },
};

/** The drawing as one named image; summary and data table give its content to assistive technology. */
export const Picture = ({
  label,
  width,
  height,
  tip,
  spots = [],
  pointsItself = false,
  over,
  children,
}: PictureProps) => (
  <Box position="relative" width={`${width}px`} maxWidth="full" marginX="auto">
    <Box
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the image consists of elements, which <img> cannot contain
      role="img"
      aria-label={label}
      height={`${height}px`}
      color="textMuted"
      fontVariantNumeric="tabular-nums"
      css={shapes}
    >
      {children}
    </Box>
    {spots.length > 0 && <Spots spots={spots} label={`Lists behind: ${label}`} pointsItself={pointsItself} />}
    {over}
    {tip && <ChartTip tip={tip} width={width} />}
  </Box>
);

const tipGap = 10;
const tipWidth = 220;

/** Beside the described part, where there is room; otherwise above it. It never covers the part. */
const tipPlace = ({ left, right, top }: Tip, width: number): CSSProperties => {
  if (right + tipGap + tipWidth <= width) return { left: right + tipGap, top };
  if (left - tipGap - tipWidth >= 0) return { right: width - left + tipGap, top };
  const half = tipWidth / 2;
  const middle = Math.min(Math.max((left + right) / 2, half), Math.max(width - half, half));
  return { left: middle, top: top - tipGap, transform: 'translate(-50%, -100%)' };
};

/** Tooltip of the hovered part. Hidden from assistive technology: the data table has the same numbers. */
const ChartTip = ({ tip, width }: { tip: Tip; width: number }) => (
  <Box
    aria-hidden="true"
    data-chart-omit=""
    position="absolute"
    zIndex="1"
    pointerEvents="none"
    bg="raised"
    color="text"
    borderRadius="md"
    boxShadow="lg"
    paddingX="3"
    paddingY="2"
    fontSize="xs"
    maxWidth={`${tipWidth}px`}
    width="max-content"
    fontVariantNumeric="tabular-nums"
    style={tipPlace(tip, width)}
  >
    <Box fontWeight="semibold">{tip.title}</Box>
    {tip.rows.map((row) => (
      <Box key={row.name} display="flex" alignItems="center" gap="2" marginTop="1">
        {row.fill && (
          <svg width="8" height="8" style={{ flexShrink: 0 }}>
            <rect width="8" height="8" rx="2" fill={row.fill} />
          </svg>
        )}
        <Box flex="1" color="textMuted">
          {row.name}
        </Box>
        <Box fontWeight="medium" marginStart="3">
          {row.value}
        </Box>
      </Box>
    ))}
  </Box>
);

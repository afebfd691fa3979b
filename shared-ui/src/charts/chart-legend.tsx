import { Box, chakra } from '@chakra-ui/react';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Swatch } from './chart-fill.tsx';
import type { CategoryPoint, Unit } from './chart-model.ts';
import { formatCompared, formatShare } from './format.ts';
import { linkLabel } from './summaries.ts';
import { formatCount } from '../format.ts';

interface LegendItem {
  name: string;
  fill: string;
  note?: string | undefined;
}

/** A horizontal legend above the drawing. */
export const Legend = ({ items }: { items: readonly LegendItem[] }) => (
  <Box display="flex" flexWrap="wrap" columnGap="5" rowGap="1" marginBottom="2" fontSize="xs">
    {items.map(({ name, fill, note }) => (
      <Box key={name} display="flex" alignItems="center" gap="1.5" color="textMuted">
        <Swatch fill={fill} />
        <span>{name}</span>
        {note && (
          <Box as="span" color="text" fontWeight="medium" fontVariantNumeric="tabular-nums">
            {note}
          </Box>
        )}
      </Box>
    ))}
  </Box>
);

interface LineItem {
  name: string;
  color: string;
  /** `stroke-dasharray`. */
  dash: string | undefined;
}

/** A horizontal legend of lines above the drawing. */
export const LineLegend = ({ items }: { items: readonly LineItem[] }) => (
  <Box display="flex" flexWrap="wrap" columnGap="5" rowGap="1" marginBottom="2" fontSize="xs">
    {items.map(({ name, color, dash }) => (
      <Box key={name} display="flex" alignItems="center" gap="1.5" color="textMuted" minWidth="0">
        <svg width="28" height="10" aria-hidden="true" style={{ flexShrink: 0 }}>
          <line x1="0" x2="28" y1="5" y2="5" stroke={color} strokeWidth={2.5} strokeDasharray={dash} />
        </svg>
        <Box as="span" minWidth="0" overflowWrap="anywhere">
          {name}
        </Box>
      </Box>
    ))}
  </Box>
);

interface ShareRow {
  /** Id of the link, if there is one. */
  id: string;
  name: string;
  /** Accessible name of the link: name and value. */
  label: string;
  href?: string | undefined;
  fill: string;
  value: string;
  share: string;
  /** Of the value since the previous period, if compared. */
  change: string | undefined;
}

/** '+12%', or undefined without a previous period. */
export const formatCategoryChange = ({ value, previous }: CategoryPoint): string | undefined =>
  previous === undefined ? undefined : formatCompared(value, previous);

/** A link from a name or number of a chart to the list behind it. */
export const ListLink = chakra(
  Link,
  {
    base: {
      color: 'inherit',
      borderRadius: 'sm',
      outlineOffset: '-2px',
      textUnderlineOffset: '3px',
      _hover: { color: 'accentText', textDecoration: 'underline' },
      _focusVisible: { color: 'accentText', textDecoration: 'underline' },
    },
  },
  { forwardProps: ['to'] },
);

interface ShareListProps {
  rows: readonly ShareRow[];
  /** What follows the list. */
  children?: ReactNode;
  /** The hovered row, here or in the drawing. */
  active: string | undefined;
  onActive: (name: string | undefined) => void;
}

/** A legend with value and share of every slice, in the order of the slices. */
export const ShareList = ({ rows, active, onActive, children }: ShareListProps) => (
  <Box flex="1" minWidth="0" fontSize="sm" onPointerLeave={() => onActive(undefined)}>
    {rows.map((row) => (
      <Box
        key={row.name}
        display="flex"
        alignItems="center"
        gap="2.5"
        paddingY="1.5"
        borderBottomWidth="1px"
        borderColor="border"
        _last={{ borderBottomWidth: '0' }}
        background={active === row.name ? 'hover' : undefined}
        onPointerEnter={() => onActive(row.name)}
      >
        <Swatch fill={row.fill} />
        <Box flex="1" minWidth="0" lineClamp="2" overflowWrap="anywhere" title={row.name}>
          {row.href === undefined ? (
            row.name
          ) : (
            <ListLink id={row.id} to={row.href} aria-label={row.label}>
              {row.name}
            </ListLink>
          )}
        </Box>
        <Box fontVariantNumeric="tabular-nums">{row.value}</Box>
        <Box width="3.25rem" textAlign="end" color="textMuted" fontVariantNumeric="tabular-nums">
          {row.share}
        </Box>
        {row.change !== undefined && (
          <Box
            width="3.5rem"
            textAlign="end"
            color="textMuted"
            fontVariantNumeric="tabular-nums"
            title="Change from the previous period"
          >
            {row.change}
          </Box>
        )}
      </Box>
    ))}
    {children}
  </Box>
);

interface OmittedProps {
  points: readonly CategoryPoint[];
  whole: number;
  unit: Unit;
}

/** Names the parts of the whole that have no slice: 'Not shown: Unclassified 438 (8.1%)'. */
export const Omitted = ({ points, whole, unit }: OmittedProps) =>
  points.length > 0 && (
    <Box paddingTop="2" fontSize="xs" color="textMuted" fontVariantNumeric="tabular-nums">
      {'Not shown: '}
      {points.map((point, at) => (
        <Fragment key={point.name}>
          {at > 0 && ', '}
          {point.href === undefined ? (
            point.name
          ) : (
            <ListLink to={point.href} aria-label={linkLabel(point, unit)}>
              {point.name}
            </ListLink>
          )}
          {/* Breaks between parts only. */}
          {`\u00a0${formatCount(point.value)}\u00a0(${formatShare(point.value, whole)})`}
        </Fragment>
      ))}
    </Box>
  );

/** Places a drawing and its list side by side, or stacked on narrow cards. */
export const SideBySide = ({ wide, children }: { wide: boolean; children: ReactNode }) => (
  <Box
    display="flex"
    flexDirection={wide ? 'row' : 'column'}
    alignItems={wide ? 'center' : 'stretch'}
    gap={wide ? '7' : '4'}
    paddingY="2"
    css={{ '& > div:first-of-type': { flexShrink: 0, marginInline: wide ? 0 : 'auto' } }}
  >
    {children}
  </Box>
);

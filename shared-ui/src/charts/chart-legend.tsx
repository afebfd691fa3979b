import { Box, chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { Swatch } from './chart-fill.tsx';

interface LegendItem {
  name: string;
  fill: string;
  note?: string | undefined;
  /** Drawn as a line rather than as an area. */
  line?: boolean;
}

/** Names and colours on one line, above the drawing. */
export const Legend = ({ items }: { items: readonly LegendItem[] }) => (
  <Box display="flex" flexWrap="wrap" columnGap="5" rowGap="1" marginBottom="2" fontSize="xs">
    {items.map(({ name, fill, note, line = false }) => (
      <Box key={name} display="flex" alignItems="center" gap="1.5" color="textMuted">
        <Swatch fill={fill} line={line} />
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

interface ShareRow {
  /** Of the link, where there is one. */
  id: string;
  name: string;
  /** What the link says: name and figure. */
  label: string;
  href?: string | undefined;
  fill: string;
  value: string;
  share: string;
}

/** From a name or figure of a chart to what it counts. */
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
  /** The row that is pointed at, here or in the drawing. */
  active: string | undefined;
  onActive: (name: string | undefined) => void;
}

/** Names with value and share, in the order of the slices: a legend that can be read on its own. */
export const ShareList = ({ rows, active, onActive }: ShareListProps) => (
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
        <Box flex="1" minWidth="0" truncate title={row.name}>
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
      </Box>
    ))}
  </Box>
);

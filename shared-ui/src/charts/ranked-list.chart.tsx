import { Box, Link } from '@chakra-ui/react';
import { useState } from 'react';
import { Button } from '../components/index.ts';
import { plainColor } from './chart-fill.tsx';
import { ListLink } from './chart-legend.tsx';
import type { DrawProps, Unit } from './chart-model.ts';
import { linkLabel } from './summaries.ts';
import { formatCount } from '../format.ts';

export interface RankedItem {
  id: string;
  name: string;
  /** Opened in a new tab. */
  href?: string | undefined;
  /** Path of its page in the product, instead of `href`. */
  page?: string | undefined;
  /** Second line: type, stage. */
  note?: string | undefined;
  value: number;
  /** Link to the list behind the value. */
  listHref?: string | undefined;
}

export interface RankedListProps extends DrawProps {
  items: readonly RankedItem[];
  series: string;
  unit: Unit;
}

const shownFirst = 14;

/** A ranked list of names, each with its value and a bar relative to the first. */
export const RankedList = ({ items, series, unit, chooseColor, label }: RankedListProps) => {
  const [all, setAll] = useState(false);
  const most = Math.max(1, ...items.map(({ value }) => value));
  const color = plainColor(chooseColor(series));
  const shown = all ? items : items.slice(0, shownFirst);
  return (
    <>
      <Box as="ol" aria-label={label} listStyleType="none" margin="0" padding="0">
        {shown.map((item, at) => (
          <Row key={item.id} {...{ item, unit, color }} rank={at + 1} share={item.value / most} />
        ))}
      </Box>
      {items.length > shownFirst && (
        <Box data-chart-omit="" paddingTop="3">
          <Button size="sm" variant="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? `Show the first ${shownFirst}` : `Show all ${items.length}`}
          </Button>
        </Box>
      )}
    </>
  );
};

interface RowProps {
  item: RankedItem;
  unit: Unit;
  rank: number;
  /** Share of the first item's value, 0 to 1. */
  share: number;
  color: string;
}

const Row = ({ item, unit, rank, share, color }: RowProps) => (
  <Box
    as="li"
    display="grid"
    gridTemplateColumns="1.5rem minmax(0, 1fr) auto"
    columnGap="2"
    paddingY="2"
    borderTopWidth={rank === 1 ? '0' : '1px'}
    borderColor="border"
  >
    <Box color="textSubtle" fontVariantNumeric="tabular-nums">
      {rank}
    </Box>
    <Name item={item} />
    <Box fontWeight="semibold" fontVariantNumeric="tabular-nums">
      {item.listHref === undefined ? (
        formatCount(item.value)
      ) : (
        <ListLink to={item.listHref} aria-label={linkLabel(item, unit)}>
          {formatCount(item.value)}
        </ListLink>
      )}
    </Box>
    {/* The notes have equal widths, so that all bars have the same scale. */}
    <Box
      gridColumn="2 / -1"
      display="grid"
      gridTemplateColumns={item.note === undefined ? '1fr' : 'minmax(0, 1fr) 15.5rem'}
      columnGap="2"
      alignItems="center"
      marginTop="0.5"
    >
      <Box height="4px">
        <Box height="4px" borderRadius="2px" style={{ width: `${share * 100}%`, background: color }} />
      </Box>
      <Box fontSize="xs" color="textMuted" textAlign="end" truncate>
        {item.note}
      </Box>
    </Box>
  </Box>
);

// On a phone most titles need two lines.
const nameProps = { fontWeight: 'medium', lineClamp: 2, overflowWrap: 'anywhere' } as const;

const Name = ({ item }: { item: RankedItem }) =>
  item.page ? (
    <ListLink to={item.page} title={item.name} {...nameProps}>
      {item.name}
    </ListLink>
  ) : item.href ? (
    <Link href={item.href} target="_blank" rel="noreferrer" color="text" title={item.name} {...nameProps}>
      {item.name}
    </Link>
  ) : (
    <Box title={item.name} {...nameProps}>
      {item.name}
    </Box>
  );

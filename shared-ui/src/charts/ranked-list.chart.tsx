import { Box, Link } from '@chakra-ui/react';
import { plainColor } from './chart-fill.tsx';
import type { DrawProps } from './chart-model.ts';
import { formatCount } from './format.ts';

export interface RankedItem {
  id: string;
  name: string;
  /** Opened in a new tab. */
  href?: string | undefined;
  /** A second line: type, stage. */
  note?: string | undefined;
  value: number;
}

export interface RankedListProps extends DrawProps {
  items: readonly RankedItem[];
  series: string;
}

/** Names by rank, each with its figure and a bar that compares it with the first. */
export const RankedList = ({ items, series, colorOf, label }: RankedListProps) => {
  const most = Math.max(1, ...items.map(({ value }) => value));
  const color = plainColor(colorOf(series));
  return (
    <Box as="ol" aria-label={label} listStyleType="none" margin="0" padding="0">
      {items.map((item, at) => (
        <Box
          as="li"
          key={item.id}
          display="grid"
          gridTemplateColumns="1.75rem minmax(0, 1fr) auto"
          columnGap="2"
          paddingY="2"
          borderTopWidth={at === 0 ? '0' : '1px'}
          borderColor="border"
        >
          <Box color="textSubtle" fontVariantNumeric="tabular-nums" fontSize="sm">
            {at + 1}
          </Box>
          <Box minWidth="0">
            <Name item={item} />
            <Box display="flex" alignItems="center" gap="3" marginTop="1" fontSize="xs" color="textMuted">
              <Box height="4px" flex="1" minWidth="0">
                <Box
                  height="4px"
                  borderRadius="2px"
                  style={{ width: `${(item.value / most) * 100}%`, background: color }}
                />
              </Box>
              {item.note && <Box flexShrink="0">{item.note}</Box>}
            </Box>
          </Box>
          <Box fontWeight="semibold" fontVariantNumeric="tabular-nums">
            {formatCount(item.value)}
          </Box>
        </Box>
      ))}
    </Box>
  );
};

const Name = ({ item }: { item: RankedItem }) =>
  item.href ? (
    <Link
      href={item.href}
      target="_blank"
      rel="noreferrer"
      color="text"
      fontWeight="medium"
      display="block"
      truncate
      title={item.name}
    >
      {item.name}
    </Link>
  ) : (
    <Box fontWeight="medium" truncate title={item.name}>
      {item.name}
    </Box>
  );

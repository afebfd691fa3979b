import { countText } from '@readerlens/contract/numbers';
import { Badge, Box, Flex, formatCount, SlotLinks, SlotMarks, Span, VisuallyHidden } from '@readerlens/ui';
import type { SlotMark } from '@readerlens/ui';
import { formatChange } from '@readerlens/ui/charts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { subjectMarks } from '../slots.ts';

/** A place in a ranking, with that of the previous period if compared. */
export interface Ranked {
  /** null without activities. */
  rank: number | null;
  previousRank?: number | null | undefined;
  previousActivities?: number | undefined;
  isNew?: boolean | undefined;
}

const places = (count: number) => countText(count, 'place');

/** The rank, and how many places it moved: up 3. */
export const Rank = ({ row: { rank, previousRank } }: { row: Ranked }) => {
  const moved = previousRank && rank ? previousRank - rank : 0;
  const Arrow = moved > 0 ? ArrowUp : ArrowDown;
  return (
    <Flex as="span" align="center" gap="1.5" fontVariantNumeric="tabular-nums" color="textMuted">
      {rank === null ? '–' : formatCount(rank)}
      {moved !== 0 && (
        <Flex as="span" align="center" textStyle="caption" color={moved > 0 ? 'positive' : 'negative'}>
          <Arrow size={12} aria-hidden="true" />
          <span aria-hidden="true">{formatCount(Math.abs(moved))}</span>
          <VisuallyHidden>{` ${moved > 0 ? 'up' : 'down'} ${places(Math.abs(moved))}`}</VisuallyHidden>
        </Flex>
      )}
    </Flex>
  );
};

interface NameProps extends Pick<ComponentProps<typeof SlotLinks>, 'slot' | 'context'> {
  name: string;
  marks: readonly SlotMark[];
  /** The marks stand below the name, where rows may be higher and the column is narrow. */
  stacked?: boolean;
  /** The name, linked to its page. */
  children: ReactNode;
}

/** A name that is cut off must end where it is seen to end, or it lies below the links beside it. */
const cutOff = {
  '& > *': {
    display: 'inline-block',
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    verticalAlign: 'bottom',
  },
};

/** A name, with the marks and links of other areas about it at the end of its cell. */
export const NameWithLinks = ({ name, marks, stacked = false, children, ...slot }: NameProps) => (
  <Flex align="center" gap="1">
    {/* However many marks and links other areas add, a name stays that can be read and clicked. */}
    <Box flex="1 0 64px" minW="0">
      <Box css={cutOff}>{children}</Box>
      {stacked && <SlotMarks slot={subjectMarks} marks={marks} />}
    </Box>
    {!stacked && <SlotMarks slot={subjectMarks} marks={marks} />}
    <SlotLinks shape="icon" size="sm" variant="ghost" flexShrink="0" about={name} {...slot} />
  </Flex>
);

const trendTones = { up: 'positive', down: 'negative', same: 'textMuted' } as const;

interface ChangeProps {
  row: Ranked;
  now: number;
  /** As a number of engagements instead of a percentage. */
  inEngagements?: boolean;
  /** The number of the previous period as a link. */
  children?: ReactNode;
}

const describeDifference = (difference: number) => ({
  text: `${difference < 0 ? '−' : '+'}${formatCount(Math.abs(difference))}`,
  direction: difference < 0 ? ('down' as const) : ('up' as const),
  isNotable: difference !== 0,
});

/** '+12% from 340', '+40 from 340', 'from 3', or 'New' without activities in the previous period. */
export const Change = ({ row, now, inEngagements = false, children }: ChangeProps) => {
  if (row.isNew) return <Badge tone="info">New</Badge>;
  if (!row.previousActivities) return null;
  const change = inEngagements
    ? describeDifference(now - row.previousActivities)
    : formatChange(now, row.previousActivities);
  return (
    <Span fontVariantNumeric="tabular-nums">
      {change && (
        <Span color={change.isNotable ? trendTones[change.direction] : 'textMuted'} fontWeight="semibold">
          {change.text}{' '}
        </Span>
      )}
      <Span color="textMuted">
        {'from '}
        {children ?? formatCount(row.previousActivities)}
      </Span>
    </Span>
  );
};

import { Box } from '@readerlens/ui';
import type { ReactNode } from 'react';
import { ChartNotes } from './notes/chart-notes.tsx';
import type { DashboardSearch } from './figure-query.ts';

// By the width of the page's content, not of the window: the filter panel may be beside it.
const narrow = '@container (min-width: 320px) and (max-width: 639.98px)';
const medium = '@container (min-width: 640px)';
const wide = '@container (min-width: 900px)';

interface GridProps {
  /** What the charts show. Without it, as in areas that were built earlier, the charts over time have no notes. */
  search?: DashboardSearch;
  /** The organization that the page is about, whose notes the charts have as well. */
  orgId?: string | undefined;
  children: ReactNode;
}

/** Twelve columns on a wide page; on a phone one, and two for tiles. */
export const DashboardGrid = ({ search, orgId, children }: GridProps) => (
  <Box containerType="inline-size">
    <Box
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="4"
      css={{
        [narrow]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
        [medium]: { gridTemplateColumns: 'repeat(12, minmax(0, 1fr))' },
      }}
    >
      {search ? <ChartNotes {...{ search, orgId }}>{children}</ChartNotes> : children}
    </Box>
  </Box>
);

type Span = 3 | 4 | 5 | 6 | 7 | 8 | 12;

interface CellProps {
  /** Of the twelve columns of a wide page. */
  span: Span;
  /** Of the twelve columns where the page is narrower; `span` by default. */
  mediumSpan?: Span;
  rows?: number;
  /** Whether it has a single number: two of them stand side by side on a phone. Tiles are the first cells of a page. */
  isTile?: boolean;
  children: ReactNode;
}

/** A tile without another one beside it is as wide as both. */
const lastTile = '&:nth-of-type(odd):not(:has(+ [data-tile]))';
const acrossAll = { gridColumn: '1 / -1' };

/** Places a card across some of the twelve columns. */
export const Cell = ({ span, mediumSpan = span, rows = 1, isTile = false, children }: CellProps) => (
  <Box
    minWidth="0"
    data-tile={isTile ? '' : undefined}
    css={{
      [narrow]: isTile ? { [lastTile]: acrossAll } : acrossAll,
      [medium]: { gridColumn: `span ${mediumSpan}`, gridRow: `span ${rows}` },
      [wide]: { gridColumn: `span ${span}` },
    }}
  >
    {children}
  </Box>
);

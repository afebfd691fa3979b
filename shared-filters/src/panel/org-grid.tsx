import { Box, styled } from '@readerlens/ui';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { Term } from '../model/index.ts';

const rowHeight = 30;
const shownRows = 9;

const Frame = styled('div', { base: { borderWidth: '1px', borderRadius: 'md', overflow: 'hidden' } });
const Head = styled('div', {
  base: { px: '3', py: '1.5', background: 'sunken', textStyle: 'caption', color: 'textMuted' },
});
const Row = styled('div', {
  base: {
    position: 'absolute',
    insetInline: 0,
    top: 0,
    height: '30px',
    px: '3',
    borderTopWidth: '1px',
    display: 'flex',
    alignItems: 'center',
    textStyle: 'small',
  },
});

/** The reader orgs that were found, nine rows at a time. Only visible rows are in the DOM. */
export const OrgGrid = ({ orgs }: { orgs: readonly Required<Term>[] }) => {
  const scroller = useRef<HTMLDivElement>(null);
  const height = shownRows * rowHeight;
  const virtualizer = useVirtualizer({
    count: orgs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    initialRect: { width: 0, height },
    observeElementRect: (_instance, notify) => notify({ width: 0, height }),
  });
  return (
    <Frame role="table" aria-label="Reader orgs found" aria-rowcount={orgs.length + 1}>
      <Head role="row" aria-rowindex={1}>
        <span role="columnheader">Reader Org</span>
      </Head>
      <Box
        ref={scroller}
        role="rowgroup"
        overflowY="auto"
        tabIndex={orgs.length > shownRows ? 0 : undefined}
        aria-label={orgs.length > shownRows ? 'Reader orgs found, rows' : undefined}
        style={{ height }}
      >
        {orgs.length === 0 && (
          <Box role="row" px="3" py="2" color="textMuted">
            <span role="cell">No records found.</span>
          </Box>
        )}
        <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => (
            <Row
              key={orgs[index]?.id}
              role="row"
              aria-rowindex={index + 2}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Box as="span" role="cell" truncate>
                {orgs[index]?.name}
              </Box>
            </Row>
          ))}
        </div>
      </Box>
    </Frame>
  );
};

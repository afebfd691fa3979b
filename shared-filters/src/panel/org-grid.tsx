import { Box, listIndexes, styled, useRowsInView } from '@readerlens/ui';
import { useState } from 'react';
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
  const [box, setBox] = useState<HTMLElement | null>(null);
  const height = shownRows * rowHeight;
  const shown = useRowsInView({ count: orgs.length, rowHeight, beyond: 6, box, height });
  return (
    <Frame role="table" aria-label="Reader orgs found" aria-rowcount={orgs.length + 1}>
      <Head role="row" aria-rowindex={1}>
        <span role="columnheader">Reader Org</span>
      </Head>
      <Box
        ref={setBox}
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
        <div role="presentation" style={{ height: orgs.length * rowHeight, position: 'relative' }}>
          {listIndexes(shown).map((index) => (
            <Row
              key={orgs[index]?.id}
              role="row"
              aria-rowindex={index + 2}
              style={{ transform: `translateY(${index * rowHeight}px)` }}
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

import { Badge, Box, Button, Span } from '@readerlens/ui';
import type { RefObject } from 'react';
import { CopyLink } from './copy-link.tsx';

interface Props {
  isModified: boolean;
  count: number | undefined;
  search: string;
  onReset: () => void;
  onSubmit: () => void;
  submitButton: RefObject<HTMLButtonElement | null>;
}

const matches = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'match' : 'matches'}`;

/** Sticky footer of the form: the match count and the buttons. */
export const PanelFooter = ({ isModified, count, search, onReset, onSubmit, submitButton }: Props) => (
  <>
    <Box flex="1 1 300px" display="flex" alignItems="center" gap="3" minH="34px" color="textMuted">
      <Span aria-live="polite" fontVariantNumeric="tabular-nums" _empty={{ me: '-3' }}>
        {count !== undefined && matches(count)}
      </Span>
      {isModified && <Badge tone="highlight">Modified</Badge>}
      <Box ms="auto">
        <CopyLink search={search} />
      </Box>
    </Box>
    <Button flex="1 1 120px" maxW={{ md: '240px' }} onClick={onReset}>
      Reset
    </Button>
    <Button ref={submitButton} flex="1 1 120px" maxW={{ md: '240px' }} variant="primary" onClick={onSubmit}>
      See results
    </Button>
  </>
);

import { Box, Stack, TextField, styled } from '@readerlens/ui';
import type { ReactNode } from 'react';

const Root = styled('div', {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: { base: '1fr', md: '1fr 1fr', lg: '1fr' },
    alignItems: 'start',
    position: { lg: 'sticky' },
    top: { lg: '0' },
  },
});
const Nav = styled('nav', {
  base: { display: { base: 'none', lg: 'flex' }, flexDirection: 'column', gap: '1' },
});
const Jump = styled('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minH: '32px',
    mx: '-2.5',
    px: '2.5',
    borderRadius: 'md',
    textAlign: 'start',
    fontWeight: 'medium',
    color: 'textMuted',
    cursor: 'pointer',
    _hover: { background: 'hover', color: 'text' },
  },
});

export interface RailEntry {
  title: string;
  count: number;
}

interface Props {
  sections: readonly RailEntry[];
  onJump: (title: string) => void;
  find: string;
  onFind: (text: string) => void;
  /** The saved search field. */
  children: ReactNode;
}

/** Beside the sections (above them on narrow windows): saved searches, field search and links to sections. */
export const PanelRail = ({ sections, onJump, find, onFind, children }: Props) => (
  <Root>
    {children}
    <Stack gap="4">
      <TextField
        label="Find a field"
        type="search"
        placeholder="For example, title or region"
        value={find}
        onChange={(event: { target: { value: string } }) => onFind(event.target.value)}
      />
      <Nav aria-label="Sections">
        {sections.map(({ title, count }) => (
          <Jump key={title} type="button" onClick={() => onJump(title)}>
            <Box as="span" flex="1">
              {title}
            </Box>
            {count > 0 && (
              <Box as="span" textStyle="caption" color="accentText" fontVariantNumeric="tabular-nums">
                {count} set
              </Box>
            )}
          </Jump>
        ))}
      </Nav>
    </Stack>
  </Root>
);

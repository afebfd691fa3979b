import { Box } from '@readerlens/ui';
import type { ReactNode } from 'react';
import { Banners } from './banners.tsx';
import { SkipLink } from './skip-link.tsx';

/** The frame of a page without sidebar and top bar. What the session does to the page is still said. */
export const BareLayout = ({ children }: { children: ReactNode }) => (
  <>
    <SkipLink />
    <Box position="sticky" top="0" zIndex="bar">
      <Banners />
    </Box>
    <Box
      as="main"
      id="content"
      tabIndex={-1}
      minH="100dvh"
      background="sunken"
      px={{ base: '4', md: '7' }}
      py={{ base: '5', md: '7' }}
    >
      {children}
    </Box>
  </>
);

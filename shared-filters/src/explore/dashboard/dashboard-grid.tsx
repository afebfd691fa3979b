import { Box } from '@readerlens/ui';
import type { ReactNode } from 'react';

/** Twelve columns on a wide page, one on a phone. */
export const DashboardGrid = ({ children }: { children: ReactNode }) => (
  <Box
    display="grid"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(12, minmax(0, 1fr))' }}
    gap="4"
  >
    {children}
  </Box>
);

/** Places a card across `span` of the twelve columns. */
export const Cell = ({
  span,
  rows = 1,
  children,
}: {
  span: 4 | 5 | 6 | 7 | 8 | 12;
  rows?: number;
  children: ReactNode;
}) => (
  <Box minWidth="0" gridColumn={{ lg: `span ${span}` }} gridRow={{ lg: `span ${rows}` }}>
    {children}
  </Box>
);

import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A drawing and its list: beside each other where there is room, else one below the other. */
export const SideBySide = ({ wide, children }: { wide: boolean; children: ReactNode }) => (
  <Box
    display="flex"
    flexDirection={wide ? 'row' : 'column'}
    alignItems={wide ? 'center' : 'stretch'}
    gap={wide ? '7' : '4'}
    paddingY="2"
    css={{ '& > div:first-of-type': { flexShrink: 0, marginInline: wide ? 0 : 'auto' } }}
  >
    {children}
  </Box>
);

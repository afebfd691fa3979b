import { chakra } from '@chakra-ui/react';

/** The frame of a message in place of content. */
export const StateRoot = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    textAlign: 'center',
    gap: '3',
    px: '4',
    py: '10',
    // Breaks a long search term that is one word.
    '& > div': { maxW: '100%' },
  },
});

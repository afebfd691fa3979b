import { chakra } from '@chakra-ui/react';

/**
 * A page as high as the window, in which the parts marked `data-fill` take the height that is left: the page does not
 * scroll, only its list does. On narrow windows, and where little height is left, the page scrolls as usual. The shell
 * sets `--page-room`.
 */
export const FillPage = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    minW: 0,
    minH: { md: 'var(--page-room)' },
    '& [data-fill]': { display: 'flex', flexDirection: 'column', flex: { md: '1 1 auto' }, minW: 0 },
  },
});

/** The list of a `FillPage`: as high as its rows, at most as high as the space, and at least a few rows. */
export const FillList = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    minW: 0,
    flex: { md: '1 1 248px' },
    minH: { md: '248px' },
    '& > *': { minH: 0, display: 'flex', flexDirection: 'column' },
  },
});

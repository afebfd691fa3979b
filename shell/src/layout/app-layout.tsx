import { Box, sidePanelSlot } from '@readerlens/ui';
import { useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { config } from '../config.ts';
import { useOutlines } from '../developer-panel/outline.ts';
import { ProductTour } from '../tour/product-tour.tsx';
import { Banners, useBannerHeight } from './banners.tsx';
import { Corner, cornerRoom } from './corner.tsx';
import { Sidebar, SidebarDrawer } from './sidebar.tsx';
import { useIsWide, useSidebarOpen } from './sidebar-state.ts';
import { SkipLink } from './skip-link.tsx';
import { TopBar, topBarHeight } from './top-bar.tsx';

/** The drawer belongs to the page it was opened on: navigation closes it. */
const useDrawer = (): [boolean, (open: boolean) => void] => {
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  return [openAt === pathname, (open) => setOpenAt(open ? pathname : undefined)];
};

const borderAndTop = 29;

/** The height that banners, bars and the padding of a wide window leave, for pages that fill the window. */
const pageRoom = (banners: number): CSSProperties & Record<'--page-room', string> => ({
  '--page-room': `calc(100dvh - ${banners + topBarHeight + borderAndTop}px - max(28px, ${cornerRoom}))`,
});

interface Props {
  breadcrumb: { group: string | undefined; title: string };
  children: ReactNode;
}

/** The frame of every page with a session: sidebar, top bar, banners and the content. */
export const AppLayout = ({ breadcrumb, children }: Props) => {
  const wide = useIsWide();
  const top = useBannerHeight();
  const outlines = useOutlines();
  const [open, setOpen] = useSidebarOpen();
  const [drawer, setDrawer] = useDrawer();
  const toggle = () => (wide ? setOpen(!open) : setDrawer(true));
  return (
    <>
      <SkipLink />
      <Box position="sticky" top="0" zIndex="bar">
        <Banners />
      </Box>
      <Box display="flex" alignItems="flex-start">
        {wide ? (
          <Sidebar open={open} top={top} />
        ) : (
          <SidebarDrawer open={drawer} onClose={() => setDrawer(false)} />
        )}
        <Box flex="1" minW="0" minH="100dvh" display="flex" flexDirection="column">
          <TopBar breadcrumb={breadcrumb} sidebarOpen={wide ? open : undefined} onToggleSidebar={toggle} />
          <Box
            as="main"
            id="content"
            tabIndex={-1}
            flex="1"
            minW="0"
            css={outlines}
            background="sunken"
            borderTopWidth="1px"
            borderInlineStartWidth={{ md: '1px' }}
            borderStartStartRadius={{ md: 'xl' }}
            px={{ base: '4', md: '7', xl: '8' }}
            pt={{ base: '5', md: '7' }}
            pb={{ base: `max(20px, ${cornerRoom})`, md: `max(28px, ${cornerRoom})` }}
          >
            <Box maxW="1520px" mx="auto" style={pageRoom(top)}>
              {children}
            </Box>
          </Box>
        </Box>
        <Box
          id={sidePanelSlot}
          position="sticky"
          zIndex="bar"
          flexShrink="0"
          style={{ top, height: `calc(100dvh - ${top}px)` }}
        />
      </Box>
      <Corner>{config.features.productTour && <ProductTour />}</Corner>
    </>
  );
};

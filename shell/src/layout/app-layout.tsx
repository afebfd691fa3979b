import { Box } from '@readerlens/ui';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Banners } from './banners.tsx';
import { Sidebar, SidebarDrawer } from './sidebar.tsx';
import { useIsWide, useSidebarOpen } from './sidebar-state.ts';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';

const useDrawer = (): [boolean, (open: boolean) => void] => {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => setOpen(false), [pathname]);
  return [open, setOpen];
};

interface Props {
  place: { group: string | undefined; title: string };
  children: ReactNode;
}

/** The frame of every page with a session: sidebar, top bar, banners, and the sheet that the area writes on. */
export const AppLayout = ({ place, children }: Props) => {
  const wide = useIsWide();
  const [open, setOpen] = useSidebarOpen();
  const [drawer, setDrawer] = useDrawer();
  const toggle = () => (wide ? setOpen(!open) : setDrawer(true));
  return (
    <>
      <SkipLink />
      <Banners />
      <Box display="flex" alignItems="flex-start">
        {wide ? <Sidebar open={open} /> : <SidebarDrawer open={drawer} onClose={() => setDrawer(false)} />}
        <Box flex="1" minW="0" minH="100dvh" display="flex" flexDirection="column">
          <TopBar place={place} sidebarOpen={wide ? open : undefined} onToggleSidebar={toggle} />
          <Box
            as="main"
            id="content"
            tabIndex={-1}
            flex="1"
            minW="0"
            background="sunken"
            borderTopWidth="1px"
            borderInlineStartWidth={{ md: '1px' }}
            borderStartStartRadius={{ md: 'xl' }}
            px={{ base: '4', md: '7', xl: '8' }}
            py={{ base: '5', md: '7' }}
          >
            <Box maxW="1520px" mx="auto">
              {children}
            </Box>
          </Box>
        </Box>
      </Box>
    </>
  );
};

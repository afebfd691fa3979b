import { Box, Drawer, IconButton, LensMark } from '@readerlens/ui';
import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { SidebarNav } from './sidebar-nav.tsx';
import { UserCard } from './user-card.tsx';
import { useNav } from '../navigation/use-nav.ts';
import { Wordmark } from './wordmark.tsx';

/** The sidebar beside the page: 17.857rem open, 6.429rem as a rail of icons. */
export const Sidebar = ({ open, top }: { open: boolean; top: number }) => {
  const { groups, offers } = useNav();
  return (
    <Box
      as="aside"
      id="sidebar"
      data-open={open}
      data-tour="sidebar"
      position="sticky"
      zIndex="frame"
      width={open ? '17.857rem' : '6.429rem'}
      flexShrink="0"
      display="flex"
      flexDirection="column"
      transition="width 180ms"
      style={{ top, height: `calc(100dvh - ${top}px)` }}
    >
      <Box
        height="56px"
        flexShrink="0"
        display="flex"
        alignItems="center"
        justifyContent={open ? 'flex-start' : 'center'}
        px={open ? '6' : '0'}
      >
        <Link to="/" aria-label="Readerlens, start page">
          {open ? <Wordmark size={24} /> : <LensMark size={28} />}
        </Link>
      </Box>
      <SidebarNav groups={groups} rail={!open} onNavigate={() => {}} />
      <UserCard rail={!open} offers={offers} />
    </Box>
  );
};

/** The sidebar over the page, where there is no room beside it. */
export const SidebarDrawer = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { groups, offers } = useNav();
  return (
    <Drawer open={open} onClose={onClose} title="Menu" bare side="start" size="xs">
      <Box display="flex" flexDirection="column" height="100%" background="bg">
        <Box
          height="56px"
          flexShrink="0"
          display="flex"
          alignItems="center"
          justifyContent="space-between"
          ps="6"
          pe="3"
        >
          <Wordmark size={24} />
          <IconButton label="Close menu" icon={<X size={18} />} onClick={onClose} />
        </Box>
        <SidebarNav groups={groups} rail={false} onNavigate={onClose} />
        <UserCard rail={false} offers={offers} />
      </Box>
    </Drawer>
  );
};

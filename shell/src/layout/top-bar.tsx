import { AnchorButton, Box, IconButton, LensMark, Span } from '@readerlens/ui';
import { CircleQuestionMark, Menu, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { config } from '../config.ts';
import { TourButton } from '../tour/tour-button.tsx';
import { AdminMenu } from './admin-menu.tsx';
import { ColorModeMenu } from './color-mode-menu.tsx';

interface Props {
  /** Where in the product the page is: its group and title. */
  place: { group: string | undefined; title: string };
  /** Undefined where the sidebar is a drawer. */
  sidebarOpen: boolean | undefined;
  onToggleSidebar: () => void;
}

const Toggle = ({ sidebarOpen, onToggleSidebar }: Omit<Props, 'place'>) => {
  if (sidebarOpen === undefined) {
    // Where the sidebar is a drawer, the tour points at its button.
    return (
      <IconButton label="Open menu" data-tour="sidebar" icon={<Menu size={19} />} onClick={onToggleSidebar} />
    );
  }
  const Icon = sidebarOpen ? PanelLeftClose : PanelLeftOpen;
  return (
    <IconButton
      label={sidebarOpen ? 'Collapse sidebar' : 'Expand sidebar'}
      aria-expanded={sidebarOpen}
      aria-controls="sidebar"
      icon={<Icon size={17} />}
      onClick={onToggleSidebar}
    />
  );
};

/** Above every page: where one is, staff's menu, help, colour mode. */
export const TopBar = ({ place, sidebarOpen, onToggleSidebar }: Props) => (
  <Box
    as="header"
    height="56px"
    flexShrink="0"
    display="flex"
    alignItems="center"
    gap={{ base: '1', md: '2' }}
    px={{ base: '3', md: '4' }}
  >
    <Toggle sidebarOpen={sidebarOpen} onToggleSidebar={onToggleSidebar} />
    {sidebarOpen === undefined && <LensMark size={22} />}
    <Box flex="1" minW="0" truncate textStyle="small" color="textMuted">
      {place.group && <Span display={{ base: 'none', md: 'inline' }}>{`${place.group}  /  `}</Span>}
      <Span color="text" fontWeight="medium">
        {place.title}
      </Span>
    </Box>
    <AdminMenu />
    <AnchorButton
      href={config.knowledgeBaseUrl}
      target="_blank"
      rel="noreferrer"
      variant="ghost"
      shape="icon"
      aria-label="Help (opens in a new tab)"
      title="Help"
    >
      <CircleQuestionMark size={17} aria-hidden="true" />
    </AnchorButton>
    {config.features.productTour && <TourButton />}
    <ColorModeMenu />
  </Box>
);

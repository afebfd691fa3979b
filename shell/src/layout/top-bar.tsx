import { AnchorButton, Box, IconButton, LensMark, Span } from '@readerlens/ui';
import { CircleQuestionMark, Menu, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import type { CSSProperties } from 'react';
import { config } from '../config.ts';
import { SupportChat } from '../support-chat/support-chat.tsx';
import { TourButton } from '../tour/tour-button.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { AdminMenu } from './admin-menu.tsx';
import { useBannerHeight } from './banners.tsx';
import { ColorModeMenu } from './color-mode-menu.tsx';

interface Props {
  /** The group and title of the page. */
  breadcrumb: { group: string | undefined; title: string };
  /** Undefined where the sidebar is a drawer. */
  sidebarOpen: boolean | undefined;
  onToggleSidebar: () => void;
}

const Toggle = ({ sidebarOpen, onToggleSidebar }: Omit<Props, 'breadcrumb'>) => {
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

/** In pixels. */
export const topBarHeight = 56;

/** Where the space below the bars begins, for panels that the top bar opens. */
const belowBars = (banners: number): CSSProperties & Record<'--below-bars', string> => ({
  '--below-bars': `${banners + topBarHeight}px`,
});

/** The bar above every page: breadcrumb, support, admin menu, help, color mode. */
export const TopBar = ({ breadcrumb, sidebarOpen, onToggleSidebar }: Props) => (
  <Box
    as="header"
    style={belowBars(useBannerHeight())}
    position="relative"
    zIndex="frame"
    height={`${topBarHeight}px`}
    flexShrink="0"
    display="flex"
    alignItems="center"
    gap={{ base: '1', md: '2' }}
    px={{ base: '3', md: '4' }}
  >
    <Toggle sidebarOpen={sidebarOpen} onToggleSidebar={onToggleSidebar} />
    {sidebarOpen === undefined && <LensMark size={22} />}
    <Box flex="1" minW="0" truncate textStyle="small" color="textMuted">
      {breadcrumb.group && <Span display={{ base: 'none', md: 'inline' }}>{`${breadcrumb.group}  /  `}</Span>}
      {/* On a phone the buttons need the space, and the page's own title follows. */}
      <Span color="text" fontWeight="medium" display={{ base: 'none', sm: 'inline' }}>
        {breadcrumb.title}
      </Span>
    </Box>
    {/* First, because it appears late: it takes its space from the breadcrumb and moves no other button. */}
    {config.features.supportChat && <SupportChat />}
    <PaletteButton />
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

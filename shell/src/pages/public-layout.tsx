import { Box, ScreenBoundary, Spinner, Text, TextAnchor, cssColor } from '@readerlens/ui';
import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { config } from '../config.ts';
import { ColorModeMenu } from '../layout/color-mode-menu.tsx';
import { Banners } from '../layout/banners.tsx';
import { RouteFocus } from '../layout/route-announcer.tsx';
import { Wordmark } from '../layout/wordmark.tsx';

const lines = [
  [0, 210],
  [1, 320],
  [2, 286],
  [3, 334],
  [4, 168],
  [6, 302],
  [7, 328],
  [8, 244],
  [9, 316],
  [10, 120],
  [12, 190],
  [13, 330],
  [14, 298],
  [15, 322],
  [16, 262],
] as const;
const step = 26;

/** A page of text with a lens on the lines that were read. */
const ReadingPicture = () => (
  <svg viewBox="0 0 420 460" width="100%" style={{ maxWidth: 460 }} aria-hidden="true">
    {lines.map(([row, width]) => (
      <rect
        key={row}
        x="20"
        y={14 + row * step}
        width={width}
        height="9"
        rx="4.5"
        fill="currentColor"
        opacity="0.2"
      />
    ))}
    <defs>
      <clipPath id="lens">
        <circle cx="262" cy="232" r="104" />
      </clipPath>
    </defs>
    <circle cx="262" cy="232" r="104" fill="#0A4448" />
    <g clipPath="url(#lens)">
      <g transform="translate(262 232) scale(1.55) translate(-226 -232)">
        {lines.map(([row, width]) => (
          <rect
            key={row}
            x="20"
            y={14 + row * step}
            width={width}
            height="9"
            rx="4.5"
            fill={row === 8 || row === 9 ? cssColor('highlight') : '#FFFFFF'}
            opacity={row === 8 || row === 9 ? 1 : 0.5}
          />
        ))}
      </g>
    </g>
    <circle cx="262" cy="232" r="104" fill="none" stroke="#FFFFFF" strokeWidth="9" />
    <path d="M338 308l62 62" stroke="#FFFFFF" strokeWidth="17" strokeLinecap="round" />
  </svg>
);

const Picture = () => (
  <Box
    as="section"
    aria-label="What Readerlens does"
    display={{ base: 'none', lg: 'flex' }}
    flex="1"
    m="4"
    me="0"
    borderRadius="xl"
    background="#0B5C60"
    color="#FFFFFF"
    flexDirection="column"
    justifyContent="space-between"
    p="12"
    overflow="hidden"
  >
    <Box flex="1" display="grid" placeItems="center">
      <ReadingPicture />
    </Box>
    <Text fontSize="2xl" fontWeight="semibold" lineHeight="snug" letterSpacing="tight" maxW="22ch">
      See who reads, what they read, and what they do next.
    </Text>
  </Box>
);

const Footer = () => (
  <Box as="footer" display="flex" gap="5" justifyContent="center" textStyle="small" color="textMuted" py="5">
    <TextAnchor href={config.termsUrl}>Terms</TextAnchor>
    <TextAnchor href={config.privacyUrl}>Privacy</TextAnchor>
  </Box>
);

/** The frame of the pages without a session: no sidebar, no top bar. */
export const PublicLayout = () => {
  const { pathname } = useLocation();
  return (
    <Box display="flex" minH="100dvh">
      <RouteFocus />
      <Picture />
      <Box flex="1" minW="0" display="flex" flexDirection="column">
        {/* On the error page the user may still be impersonating, and needs the way back. */}
        <Banners />
        <Box
          as="header"
          display="flex"
          justifyContent="space-between"
          alignItems="center"
          px={{ base: '5', md: '8' }}
          py="5"
        >
          <Wordmark size={28} />
          <ColorModeMenu />
        </Box>
        <Box
          as="main"
          tabIndex={-1}
          flex="1"
          display="grid"
          alignItems="center"
          justifyItems="center"
          px="5"
          py="4"
        >
          <Box width="100%" maxW="380px">
            <ScreenBoundary resetKey={pathname}>
              <Suspense fallback={<Spinner />}>
                <Outlet />
              </Suspense>
            </ScreenBoundary>
          </Box>
        </Box>
        <Footer />
      </Box>
    </Box>
  );
};

import { ChakraProvider } from '@chakra-ui/react';
import { CacheProvider } from '@emotion/react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { followColorMode } from './color-mode.ts';
import { getStyleCache } from './emotion-cache.ts';
import { areaSystem, system } from './system.ts';

/** The look of the page: global CSS, tokens, colour mode. Once, by the shell (or by a test). */
export const UiProvider = ({ nonce, children }: { nonce?: string; children: ReactNode }) => {
  useEffect(followColorMode, []);
  return (
    <CacheProvider value={getStyleCache(nonce)}>
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </CacheProvider>
  );
};

/** The same look inside an area's own React root, without repeating the global CSS. */
export const AreaProvider = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={getStyleCache()}>
    <ChakraProvider value={areaSystem}>{children}</ChakraProvider>
  </CacheProvider>
);

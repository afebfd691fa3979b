import { ChakraProvider } from '@chakra-ui/react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { EmotionCache } from '@emotion/react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { followColorMode } from './color-mode.ts';
import { areaSystem, system } from './system.ts';
import { withoutLayer } from './without-layers.ts';

let cache: EmotionCache | undefined;

const buildCache = (nonce: string | undefined): EmotionCache => {
  const made = createCache({ key: 'rl', ...(nonce ? { nonce } : {}) });
  const insert = made.sheet.insert.bind(made.sheet);
  made.sheet.insert = (rule) => insert(withoutLayer(rule));
  return made;
};

/** The one style cache of the page, shared by shell and areas; its style elements carry the CSP nonce. */
const getStyleCache = (nonce?: string): EmotionCache => {
  const fromPage = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  const found = nonce ?? fromPage;
  cache ??= buildCache(found);
  return cache;
};

/** Theme provider with global CSS, tokens and color mode. Rendered once, by the shell or by a test. */
export const UiProvider = ({ nonce, children }: { nonce?: string; children: ReactNode }) => {
  useEffect(followColorMode, []);
  return (
    <CacheProvider value={getStyleCache(nonce)}>
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </CacheProvider>
  );
};

/** The same theme inside an area's own React root, without repeating the global CSS. */
export const AreaProvider = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={getStyleCache()}>
    <ChakraProvider value={areaSystem}>{children}</ChakraProvider>
  </CacheProvider>
);

import createCache from '@emotion/cache';
import type { EmotionCache } from '@emotion/react';

let cache: EmotionCache | undefined;

/** The page's one style cache, shared by shell and areas; its style tags carry the page's CSP nonce. */
export const getStyleCache = (nonce?: string): EmotionCache => {
  const fromPage = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  const found = nonce ?? fromPage;
  cache ??= createCache({ key: 'rl', ...(found ? { nonce: found } : {}) });
  return cache;
};

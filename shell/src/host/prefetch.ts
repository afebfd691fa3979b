import { satisfies, sessionStore } from '@readerlens/auth';
import { impatientDeadlineMs } from './area-mount.ts';
import { loadArea } from './load-area.ts';
import { matchArea } from './match-area.ts';
import { checkRegistry, registryStore } from './registry.ts';
import { distrusted } from './unreliable-versions.ts';

/** A pointer that only passes over a link stays on it for less than this. */
const dwellMs = 40;
const freshMs = 1_000;

const load = async (pathname: string): Promise<void> => {
  await checkRegistry(freshMs);
  const state = registryStore.getState();
  const match = state.status === 'ready' ? matchArea(state.registry, pathname) : undefined;
  if (!match || !satisfies(sessionStore.getState().claims, match.route.access)) return;
  if (distrusted(match.area.id, match.area.version)) return;
  // As a visit would: one that joins this and falls back must not find it still hanging when it tries again.
  const deadlineMs = match.area.previous ? impatientDeadlineMs : undefined;
  const { lifecycles } = await loadArea(match.area.id, match.area, deadlineMs);
  await lifecycles.prefetch?.(pathname);
};

/**
 * Loads the area that a path belongs to, and the path's screen, so that it only has to be mounted. Nothing is said of
 * a failure: the visit itself tries again and says what is wrong.
 */
export const prefetchArea = (pathname: string): void => {
  load(pathname).catch(() => {});
};

const linkOf = (event: Event): HTMLAnchorElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;

const savesData = () =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;

/** Follows pointer and focus: a link that someone is about to use has its area fetched. Returns the way to stop. */
export const startPrefetch = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const intend = (event: Event) => {
    clearTimeout(timer);
    const link = linkOf(event);
    if (!link || link.origin !== location.origin || link.pathname === location.pathname || savesData())
      return;
    timer = setTimeout(() => prefetchArea(link.pathname), event.type === 'pointerover' ? dwellMs : 0);
  };
  const intents = ['pointerover', 'focusin', 'touchstart'] as const;
  for (const intent of intents) document.addEventListener(intent, intend, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const intent of intents) document.removeEventListener(intent, intend);
  };
};

import { satisfies, sessionStore } from '@readerlens/auth';
import {
  idleFallbackMs,
  linkHoverMs,
  loadDeadlineBeforeFallbackMs,
  registryMaxAgeOnPrefetchMs,
  warmUpAfterAreaMs,
} from '../deadlines.ts';
import { onAreaEvent } from './area-events.ts';
import { distrusted } from './area-mount.ts';
import { forgetFailedPackages, loadArea } from './load-area.ts';
import { checkRegistry, registryStore } from './registry.ts';
import { matchArea } from './visit.ts';

const prefetch = async (pathname: string): Promise<void> => {
  await checkRegistry(registryMaxAgeOnPrefetchMs);
  const state = registryStore.getState();
  const match = state.status === 'ready' ? matchArea(state.registry, pathname) : undefined;
  if (!match || !satisfies(sessionStore.getState().claims, match.route.access)) return;
  if (distrusted(match.area.id, match.area.version)) return;
  // As a visit would: one that joins this and falls back must not find it still hanging when it tries again.
  const deadlineMs = match.area.previous ? loadDeadlineBeforeFallbackMs : undefined;
  const { lifecycles } = await loadArea(match.area.id, match.area, deadlineMs);
  await lifecycles.prefetch?.(pathname);
};

/**
 * Loads the area that a path belongs to, and the path's screen, so that it only has to be mounted. Nothing is said of
 * a failure: the visit itself tries again and says what is wrong.
 */
export const prefetchArea = (pathname: string): void => {
  prefetch(pathname).catch(() => {});
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
    timer = setTimeout(() => prefetchArea(link.pathname), event.type === 'pointerover' ? linkHoverMs : 0);
  };
  const intents = ['pointerover', 'focusin', 'touchstart'] as const;
  for (const intent of intents) document.addEventListener(intent, intend, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const intent of intents) document.removeEventListener(intent, intend);
  };
};

/**
 * Names every shared package that the shell itself does not use at its start, so that the build provides it to the
 * areas, and fetches it while the page is idle: on the login page that is time that a person spends typing.
 */
const warmUps = [
  () => import('@readerlens/ui/charts'),
  () => import('@readerlens/filters'),
  () => import('@readerlens/filters/dashboard'),
  () => import('@readerlens/filters/list'),
  () => import('@readerlens/filters/panel'),
  () => import('dayjs'),
];

const fetchWhenIdle = () => {
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, idleFallbackMs));
  whenIdle(() => {
    for (const load of warmUps) {
      // A visit requests it again and gets the error.
      load().catch(forgetFailedPackages);
    }
  });
};

/**
 * Fetches them once the page has nothing better to do. A page that waits for its first files is idle as well: one that
 * is about to show an area does this only when the area is there.
 */
export const warmUp = ({ afterArea }: { afterArea: boolean }) => {
  if (!afterArea) return fetchWhenIdle();
  const stop = onAreaEvent(({ type }) => {
    if (type !== 'ready') return;
    stop();
    setTimeout(fetchWhenIdle, warmUpAfterAreaMs);
  });
};

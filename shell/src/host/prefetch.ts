import { satisfies, sessionStore } from '@readerlens/auth';
import {
  linkHoverMs,
  loadDeadlineBeforeFallbackMs,
  registryMaxAgeOnPrefetchMs,
  warmUpAfterAreaMs,
} from '../deadlines.ts';
import { onAreaEvent } from './area-events.ts';
import { recentFailure } from './area-mount.ts';
import { resetFailedPackages, loadArea } from './load-area.ts';
import { checkRegistry, listVersions, registryStore } from './registry.ts';
import { matchArea } from './visit.ts';
import { whenIdle } from './when-idle.ts';

const prefetch = async (pathname: string): Promise<void> => {
  await checkRegistry(registryMaxAgeOnPrefetchMs);
  const state = registryStore.getState();
  const match = state.status === 'ready' ? matchArea(state.registry, pathname) : undefined;
  if (!match || !satisfies(sessionStore.getState().claims, match.route.access)) return;
  const [version, fallback] = listVersions(match.area);
  if (!version || recentFailure(match.area.id, version.version)) return;
  // The same deadline as a visit: a visit that joins this load and falls back must not find it pending on a retry.
  const deadlineMs = fallback ? loadDeadlineBeforeFallbackMs : undefined;
  const { lifecycles } = await loadArea(match.area.id, version, deadlineMs);
  await lifecycles.prefetch?.(pathname);
};

/**
 * Loads the area that a path belongs to, and the path's screen, so that it only has to be mounted. Failures are
 * ignored: the visit itself retries and shows the error.
 */
export const prefetchArea = (pathname: string): void => {
  prefetch(pathname).catch(() => {});
};

const findLink = (event: Event): HTMLAnchorElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;

const savesData = () =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;

/** Prefetches the area of a link that the user is about to follow, by pointer and focus. Returns a function to stop. */
export const startPrefetch = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const intend = (event: Event) => {
    clearTimeout(timer);
    const link = findLink(event);
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
 * Every shared package that the shell itself does not use at startup. The imports make the build provide them to the
 * areas; they run while the page is idle, such as while the user types on the login page.
 */
const warmUps = [
  () => import('@readerlens/ui/charts'),
  () => import('@readerlens/filters'),
  () => import('@readerlens/filters/dashboard'),
  () => import('@readerlens/filters/list'),
  () => import('@readerlens/filters/panel'),
  () => import('@readerlens/ui/forms'),
  () => import('dayjs'),
];

type Load = () => Promise<unknown>;

const fetchWhenIdle = (others: readonly Load[]) => {
  whenIdle(() => {
    for (const load of [...warmUps, ...others]) {
      // A visit requests the package again and gets the error.
      load().catch(resetFailedPackages);
    }
  });
};

/**
 * Fetches the shared packages, and `others`, once the page is idle. A page that waits for its first files is idle too, so a page that
 * opens with an area waits for the area's first content.
 */
export const warmUp = ({ afterArea, others }: { afterArea: boolean; others: readonly Load[] }) => {
  if (!afterArea) return fetchWhenIdle(others);
  const stop = onAreaEvent(({ type }) => {
    if (type !== 'ready') return;
    stop();
    setTimeout(() => fetchWhenIdle(others), warmUpAfterAreaMs);
  });
};

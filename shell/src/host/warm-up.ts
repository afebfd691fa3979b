import { onAreaEvent } from './area-events.ts';
import { forgetFailedPackages } from './shared-packages.ts';

/**
 * Names every shared package that the shell itself does not use at its start, so that the build provides it to the
 * areas, and fetches it while the page is idle: on the login page that is time that a person spends typing.
 */
const warmUps = [
  () => import('@readerlens/ui/charts'),
  () => import('@readerlens/filters'),
  () => import('@readerlens/filters/react'),
  () => import('dayjs'),
];

/** Past the work and the calls that follow an area's first content. */
const afterAreaMs = 2_000;

const fetchWhenIdle = () => {
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000));
  whenIdle(() => {
    for (const load of warmUps) {
      // Whoever needs it asks again and sees the failure.
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
    setTimeout(fetchWhenIdle, afterAreaMs);
  });
};

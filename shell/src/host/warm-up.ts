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

/** Fetches them once the page has nothing better to do. */
export const warmUp = () => {
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000));
  whenIdle(() => {
    for (const load of warmUps) {
      load().catch(() => {
        // Whoever needs it asks again and sees the failure.
      });
    }
  });
};

// Every deadline, pause and interval of the shell, in milliseconds.

const second = 1000;
const minute = 60 * second;

/** How long the files of an area may load when there is no other version to run. */
export const loadDeadlineMs = 2 * minute;
/** How long the newest version may load while there is a previous one to fall back to. */
export const loadDeadlineBeforeFallbackMs = 20 * second;
/** For bootstrapping, mounting and updating an area, each. */
export const mountDeadlineMs = 30 * second;
export const unmountDeadlineMs = 5 * second;
/** How long a version that failed is skipped while another version exists. */
export const failedVersionPauseMs = 5 * minute;
/** How long after unmounting an area is checked for listeners and timers that it left. */
export const leftoversAfterMs = 1 * second;
/** For the HEAD request that finds out why a file did not load. */
export const fileCheckDeadlineMs = 5 * second;
/** A loading area shows nothing at first, then a spinner; after three seconds, `SlowLoading` says so in words. */
export const spinnerAfterMs = 300;

export const registryDeadlineMs = 15 * second;
/** How often a visible page checks for a newer registry. */
export const registryPollMs = 30 * second;
/** A registry older than this is refreshed before an area is entered... */
export const registryMaxAgeOnEntryMs = 5 * second;
/** ...but entering waits no longer than this for it. */
export const registryWaitMs = 250;
/** A registry older than this is refreshed before an area is prefetched. */
export const registryMaxAgeOnPrefetchMs = 1 * second;

/** How long the marks of an area on a list may take. */
export const marksDeadlineMs = 10 * second;

/** How long a pointer must stay on a link before its area is prefetched. */
export const linkHoverMs = 40;
/** Shared packages are fetched this long after the first content of an area, to stay behind its first calls. */
export const warmUpAfterAreaMs = 2 * second;
/** Work that waits for an idle page begins after this long even if the page is never idle, or its browser cannot tell. */
export const idleDeadlineMs = 2 * second;

/** How often the session is checked for expiry. */
export const sessionCheckMs = 1 * minute;
/** How long before the session expires the warning opens. */
export const expiryWarningMs = 2 * minute;
/** How long the confirmation of a new password is shown before it redirects. */
export const passwordRedirectMs = 6 * second;

/** For verifying a preview link and loading its manifest. */
export const previewDeadlineMs = 15 * second;
/** How often a preview is checked for expiry. */
export const previewCheckMs = 5 * second;

/** How long the first measurement of a batch waits for others. */
export const telemetryBatchMs = 10 * second;
/** Web vitals are observed from this long after the first area; the browser buffers earlier entries. */
export const webVitalsAfterMs = 2 * second;

/** How long after login the support chat starts. */
export const chatStartMs = 2 * second;
/** How long a new user sees the page before the tour is offered. */
export const tourOfferMs = 2 * second;
/** How long the route announcer waits for the heading of a new page. */
export const headingWaitMs = 4 * second;

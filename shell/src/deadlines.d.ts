/** How long the files of an area may load when there is no other version to run. */
export declare const loadDeadlineMs: number;
/** How long the newest version may load while there is a previous one to fall back to. */
export declare const loadDeadlineBeforeFallbackMs: number;
/** For bootstrapping, mounting and updating an area, each. */
export declare const mountDeadlineMs: number;
export declare const unmountDeadlineMs: number;
/** How long a version that failed is skipped while another version exists. */
export declare const failedVersionPauseMs: number;
/** How long after unmounting an area is checked for listeners and timers that it left. */
export declare const leftoversAfterMs: number;
/** For the HEAD request that finds out why a file did not load. */
export declare const fileCheckDeadlineMs: number;
/** A loading area shows nothing at first, then a spinner; after three seconds, `SlowLoading` says so in words. */
export declare const spinnerAfterMs = 300;
export declare const registryDeadlineMs: number;
/** How often a visible page checks for a newer registry. */
export declare const registryPollMs: number;
/** A registry older than this is refreshed before an area is entered... */
export declare const registryMaxAgeOnEntryMs: number;
/** ...but entering waits no longer than this for it. */
export declare const registryWaitMs = 250;
/** A registry older than this is refreshed before an area is prefetched. */
export declare const registryMaxAgeOnPrefetchMs: number;
/** How long the marks of an area on a list may take. */
export declare const marksDeadlineMs: number;
/** How long a pointer must stay on a link before its area is prefetched. */
export declare const linkHoverMs = 40;
/** Shared packages are fetched this long after the first content of an area, to stay behind its first calls. */
export declare const warmUpAfterAreaMs: number;
/** Work that waits for an idle page begins after this long even if the page is never idle, or its browser cannot tell. */
export declare const idleDeadlineMs: number;
/** How often the session is checked for expiry. */
export declare const sessionCheckMs: number;
/** How long before the session expires the warning opens. */
export declare const expiryWarningMs: number;
/** How long the confirmation of a new password is shown before it redirects. */
export declare const passwordRedirectMs: number;
/** For verifying a preview link and loading its manifest. */
export declare const previewDeadlineMs: number;
/** How often a preview is checked for expiry. */
export declare const previewCheckMs: number;
/** How long the first measurement of a batch waits for others. */
export declare const telemetryBatchMs: number;
/** Web vitals are observed from this long after the first area; the browser buffers earlier entries. */
export declare const webVitalsAfterMs: number;
/** How long after login the support chat starts. */
export declare const chatStartMs: number;
/** How long a new user sees the page before the tour is offered. */
export declare const tourOfferMs: number;
/** How long the route announcer waits for the heading of a new page. */
export declare const headingWaitMs: number;

import type { AreaVersion } from '@readerlens/contract/registry';

const preloaded = new Set<string>();

/** Starts fetching a version's entry and first chunks at once: the entry would ask for the chunks only after it ran. */
export const preloadVersion = ({ base, entry, preload, integrity }: AreaVersion) => {
  const scripts = [entry, ...preload].filter((file) => file.endsWith('.js') && integrity[file]);
  for (const file of scripts) {
    const href = new URL(base + file, location.origin).href;
    // A second link for what the page itself preloads would fetch nothing, but warn.
    if (preloaded.has(href) || document.querySelector(`link[rel=preload][href$="${base}${file}"]`)) continue;
    preloaded.add(href);
    const link = Object.assign(document.createElement('link'), {
      rel: 'preload',
      as: 'script',
      crossOrigin: 'anonymous',
      integrity: integrity[file],
      href,
    });
    document.head.append(link);
  }
};

/**
 * For how long the page had been fetching a version's files before `moment`, in milliseconds: the server lets it begin
 * before any script runs. What they lay there for afterwards does not count.
 */
export const fetchedBefore = ({ base }: AreaVersion, moment: number): number => {
  const address = new URL(base, location.origin).href;
  const files = performance
    .getEntriesByType('resource')
    .filter(
      (entry): entry is PerformanceResourceTiming =>
        entry.name.startsWith(address) && entry.startTime < moment,
    );
  if (files.length === 0) return 0;
  const first = Math.min(...files.map(({ startTime }) => startTime));
  const last = Math.max(...files.map(({ responseEnd }) => responseEnd));
  return Math.min(last, moment) - first;
};

/** Parts with the files of a version that failed: webpack would wait for those on their way when it asks again. */
export const abandonFiles = ({ base }: AreaVersion) => {
  for (const script of document.querySelectorAll(`script[src*="${base}"]`)) script.remove();
  const styles = document.querySelectorAll<HTMLLinkElement>(`link[rel=stylesheet][href*="${base}"]`);
  // Left in its place: webpack takes it away itself, once it has given it up.
  for (const style of styles) style.rel = 'abandoned';
};

import { AreaFailure } from './area-failure.ts';

/** Why a script could not be had: a script element does not tell, so the address is asked once more. */
const failureOf = async (url: string): Promise<AreaFailure> => {
  try {
    const { status, ok } = await fetch(url, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(5000),
    });
    if (status === 404 || status === 410) return new AreaFailure('missing', `${url} is not there.`);
    if (ok) return new AreaFailure('error', `${url} was refused: it is not the file that was deployed.`);
    return new AreaFailure('error', `${url} answered ${status}.`);
  } catch {
    return new AreaFailure('error', `${url} cannot be reached.`);
  }
};

/**
 * Runs a script of an area. `integrity` is required: a file without a known hash is not run.
 * Throws AreaFailure: 'timeout' after `deadlineMs`, 'missing' for 404, 'error' for anything else.
 */
export const loadScript = (url: string, integrity: string | undefined, deadlineMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!integrity) {
      reject(new AreaFailure('error', `${url} has no integrity in the registry.`));
      return;
    }
    const script = Object.assign(document.createElement('script'), {
      src: url,
      async: true,
      integrity,
    });
    // As webpack does for chunks, and as the page preloads: CORS only for another origin.
    if (new URL(url).origin !== location.origin) script.crossOrigin = 'anonymous';
    const end = (settle: () => void) => {
      clearTimeout(timer);
      script.remove();
      settle();
    };
    const timer = setTimeout(
      () => end(() => reject(new AreaFailure('timeout', `${url} took longer than ${deadlineMs / 1000} s.`))),
      deadlineMs,
    );
    script.addEventListener('load', () => end(resolve));
    script.addEventListener('error', () => end(() => void failureOf(url).then(reject)));
    document.head.append(script);
  });

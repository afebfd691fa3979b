import { addressFor } from '../integrity.ts';
import { AreaFailure, failureOfFile } from './area-failure.ts';

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
      src: addressFor(url),
      async: true,
      integrity,
      // As webpack does for chunks, and as the page preloads: integrity counts for requests with CORS only.
      crossOrigin: 'anonymous',
    });
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
    script.addEventListener('error', () => end(() => void failureOfFile(url).then(reject)));
    document.head.append(script);
  });

import { AreaFailure } from './area-failure.ts';

/** JSON from an address of the host, within a deadline. Throws AreaFailure of the fitting kind. */
export const fetchJson = async (url: string, deadlineMs: number): Promise<unknown> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(deadlineMs), cache: 'no-cache' });
    if (response.status === 404) throw new AreaFailure('missing', `${url} is not there.`);
    if (!response.ok) throw new AreaFailure('error', `${url} answered ${response.status}.`);
    return await response.json();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw new AreaFailure('timeout', `${url} took longer than ${deadlineMs / 1000} s.`, error);
    }
    throw AreaFailure.of(error);
  }
};

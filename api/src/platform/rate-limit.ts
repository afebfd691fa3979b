import { tooManyRequests } from './errors.ts';

/** Lets so many through per key and period, in this process. Throws 429 beyond. */
export const createRateLimit = (limit: number, periodMs: number): ((key: string) => void) => {
  let counts = new Map<string, number>();
  let end = 0;
  return (key) => {
    const now = Date.now();
    if (now >= end) {
      counts = new Map();
      end = now + periodMs;
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > limit)
      throw tooManyRequests('Too many requests. Please try again later.', (end - now) / 1000);
  };
};

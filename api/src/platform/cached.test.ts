import { setTimeout as delay } from 'node:timers/promises';
import { cached } from './cached.ts';
import { periodically } from './periodic.ts';
import { createRateLimit } from './rate-limit.ts';

describe('cached', () => {
  const counting = (periodMs: number, load: (key: string, count: number) => Promise<string>) => {
    let count = 0;
    return cached((key: string) => {
      count += 1;
      return load(key, count);
    }, periodMs);
  };

  it('loads once for all who ask at a time, and again after the period', async () => {
    const cache = counting(30, async (key, count) => `${key}${count}`);
    expect(await Promise.all([cache.get('a'), cache.get('a'), cache.get('b')])).toEqual(['a1', 'a1', 'b2']);
    expect(await cache.get('a')).toBe('a1');
    await delay(40);
    expect(await cache.get('a')).toBe('a3');
  });

  it('keeps no failure', async () => {
    const cache = counting(10_000, async (key, count) => {
      if (count === 1) throw new Error('once');
      return key;
    });
    await expect(cache.get('a')).rejects.toThrow('once');
    expect(await cache.get('a')).toBe('a');
  });

  it('forgets what changed', async () => {
    const cache = counting(10_000, async (key, count) => `${key}${count}`);
    await cache.get('a');
    cache.forget('a');
    expect(await cache.get('a')).toBe('a2');
  });
});

describe('periodically', () => {
  it('runs again after each pause, never twice at a time, and through failures', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const errors: unknown[] = [];
    const job = periodically(
      async () => {
        running += 1;
        runs += 1;
        most = Math.max(most, running);
        await delay(5);
        running -= 1;
        if (runs === 2) throw new Error('second');
      },
      1,
      (error) => errors.push(error),
    );
    await delay(60);
    expect(runs).toBeGreaterThan(3);
    await job.stop();
    const runsAtStop = runs;
    await delay(20);
    expect(runs).toBe(runsAtStop);
    expect([most, running]).toEqual([1, 0]);
    expect(errors).toEqual([new Error('second')]);
  });
});

describe('createRateLimit', () => {
  it('lets so many through per key and period', async () => {
    const limit = createRateLimit(2, 40);
    limit('a');
    limit('a');
    limit('b');
    expect(() => limit('a')).toThrow('Too many requests.');
    await delay(50);
    expect(() => limit('a')).not.toThrow();
  });
});

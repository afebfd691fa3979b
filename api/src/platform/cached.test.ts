import { cached } from './cached.ts';

describe('cached', () => {
  afterEach(() => jest.restoreAllMocks());

  const counting = (periodMs: number, load: (key: string, count: number) => Promise<string>) => {
    let count = 0;
    return cached((key: string) => {
      count += 1;
      return load(key, count);
    }, periodMs);
  };

  it('shares one load between concurrent callers, and reloads after the period', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
    const cache = counting(30, async (key, count) => `${key}${count}`);
    expect(await Promise.all([cache.get('a'), cache.get('a'), cache.get('b')])).toEqual(['a1', 'a1', 'b2']);
    expect(await cache.get('a')).toBe('a1');
    now.mockReturnValue(1_800_000_000_031);
    expect(await cache.get('a')).toBe('a3');
  });

  it('does not cache failures', async () => {
    const cache = counting(10_000, async (key, count) => {
      if (count === 1) throw new Error('once');
      return key;
    });
    await expect(cache.get('a')).rejects.toThrow('once');
    expect(await cache.get('a')).toBe('a');
  });

  it('evicts the least recently used keys', async () => {
    let loads = 0;
    const cache = cached(async (key: string) => `${key}${(loads += 1)}`, 10_000, 2);
    for (const key of ['a', 'b', 'a', 'c']) await cache.get(key);
    expect(await cache.get('a')).toBe('a1');
    expect(await cache.get('b')).toBe('b4');
  });

  it('reloads an invalidated key', async () => {
    const cache = counting(10_000, async (key, count) => `${key}${count}`);
    await cache.get('a');
    cache.invalidate('a');
    expect(await cache.get('a')).toBe('a2');
  });
});

import { LRUCache } from 'lru-cache';

export interface Cached<Key, Value> {
  get(key: Key): Promise<Value>;
  /** Makes the next `get` load the value again. */
  invalidate(key: Key): void;
}

/**
 * Caches a value per key for a period. Concurrent callers share one load; failures are not cached. Beyond `maxKeys`
 * keys, the least recently used ones are evicted.
 */
export const cached = <Key extends string | number, Value>(
  load: (key: Key) => Promise<Value>,
  periodMs: number,
  maxKeys = 1000,
): Cached<Key, Value> => {
  // `perf`: tests mock Date.now. `ttlResolution: 0` reads the clock on every access, not once per millisecond.
  const entries = new LRUCache<Key, Promise<Value>>({
    max: maxKeys,
    ttl: periodMs,
    perf: Date,
    ttlResolution: 0,
  });
  return {
    invalidate: (key) => void entries.delete(key),
    get(key) {
      const existing = entries.get(key);
      if (existing) return existing;
      const loading = load(key);
      entries.set(key, loading);
      loading.catch(() => {
        if (entries.peek(key) === loading) entries.delete(key);
      });
      return loading;
    },
  };
};

import { LRUCache } from 'lru-cache';

export interface Cached<Key, Value> {
  get(key: Key): Promise<Value>;
  forget(key: Key): void;
}

/**
 * Loads a value at most once per key and period; concurrent callers share it, failures are not kept. Beyond `most`
 * keys, those not asked for longest are dropped.
 */
export const cached = <Key extends string | number, Value>(
  load: (key: Key) => Promise<Value>,
  periodMs: number,
  most = 1000,
): Cached<Key, Value> => {
  // `perf`: tests set the clock of Date. `ttlResolution`: the time is read for each question, not once per millisecond.
  const entries = new LRUCache<Key, Promise<Value>>({
    max: most,
    ttl: periodMs,
    perf: Date,
    ttlResolution: 0,
  });
  return {
    forget: (key) => void entries.delete(key),
    get(key) {
      const known = entries.get(key);
      if (known) return known;
      const fresh = load(key);
      entries.set(key, fresh);
      fresh.catch(() => {
        if (entries.peek(key) === fresh) entries.delete(key);
      });
      return fresh;
    },
  };
};

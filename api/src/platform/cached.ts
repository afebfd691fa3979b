export interface Cached<Key, Value> {
  get(key: Key): Promise<Value>;
  forget(key: Key): void;
}

/** Loads a value at most once per key and period; concurrent callers share it, failures are not kept. */
export const cached = <Key, Value>(
  load: (key: Key) => Promise<Value>,
  periodMs: number,
): Cached<Key, Value> => {
  const entries = new Map<Key, { value: Promise<Value>; until: number }>();
  const forget = (key: Key) => {
    entries.delete(key);
  };
  const removeOld = (now: number) => {
    for (const [key, { until }] of entries) if (until <= now) entries.delete(key);
  };
  return {
    forget,
    get(key) {
      const now = Date.now();
      const entry = entries.get(key);
      if (entry && entry.until > now) return entry.value;
      if (entries.size >= 1000) removeOld(now);
      const fresh = { value: load(key), until: now + periodMs };
      entries.set(key, fresh);
      fresh.value.catch(() => {
        if (entries.get(key) === fresh) forget(key);
      });
      return fresh.value;
    },
  };
};

/** What a statement read, and the version of the data that it was read from. */
export interface Kept<Value> {
  readonly text: string;
  readonly version: string;
  readonly value: Value;
}

export interface KeptValues<Value> {
  find(text: string): Kept<Value> | undefined;
  /** Keeps a value of as many bytes. `create` gets what to call when the value, which is kept by then, has grown by more. */
  keep(
    key: Omit<Kept<Value>, 'value'>,
    bytes: number,
    create: (onGrow: (more: number) => void) => Value,
  ): Value;
  drop(kept: Kept<Value>): void;
}

/** Objects and functions around a value, so that empty ones count as well. */
const baseBytes = 4096;

/** Keeps values by the text of their statement. Drops the least recently used beyond `mostBytes`. */
export const createKeptValues = <Value>(
  mostBytes: number,
  onBytes: (more: number) => void = () => {},
): KeptValues<Value> => {
  /** In the order of use. */
  const all = new Map<string, Kept<Value> & { bytes: number }>();
  let total = 0;

  const add = (bytes: number) => {
    total += bytes;
    onBytes(bytes);
  };
  const remove = (text: string) => {
    const kept = all.get(text);
    if (!kept) return;
    all.delete(text);
    add(-kept.bytes);
  };
  const shrink = () => {
    for (const text of all.keys()) {
      if (total <= mostBytes) return;
      remove(text);
    }
  };

  return {
    find(text) {
      const kept = all.get(text);
      if (!kept) return undefined;
      all.delete(text);
      all.set(text, kept);
      return kept;
    },
    keep({ text, version }, bytes, create) {
      // By the time a value grows, others may have taken its place.
      const value = create((more) => {
        if (all.get(text) !== kept) return;
        kept.bytes += more;
        add(more);
        shrink();
      });
      const kept = { text, version, value, bytes: bytes + text.length + baseBytes };
      remove(text);
      all.set(text, kept);
      add(kept.bytes);
      shrink();
      return value;
    },
    drop(kept) {
      if (all.get(kept.text) === kept) remove(kept.text);
    },
  };
};

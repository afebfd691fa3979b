/** A seeded random source: the same seed gives the same demo data on every machine. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number, at least 0, below `below`. */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Roughly normal: the mean of three uniform numbers, within `mean` +- `spread`. */
  around(mean: number, spread: number): number;
}

const hash = (text: string): number => {
  let h = 2166136261;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
};

/** mulberry32: 32 bits of state are enough here, and it is fast. */
export const createRandom = (seed: string): Random => {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[int(items.length)];
      if (item === undefined) throw new Error('Nothing to pick from.');
      return item;
    },
    around: (mean, spread) => mean + ((next() + next() + next()) / 1.5 - 1) * spread,
  };
};

/** Draws indices in proportion to `weights` in constant time (Vose's alias method). */
export const weighted = (weights: readonly number[]): ((random: Random) => number) => {
  const size = weights.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const probability = weights.map((weight) => (weight * size) / total);
  const alias = new Uint32Array(size);
  const small: number[] = [];
  const large: number[] = [];
  probability.forEach((p, index) => (p < 1 ? small : large).push(index));
  while (small.length > 0 && large.length > 0) {
    const less = small.pop() as number;
    const more = large.pop() as number;
    alias[less] = more;
    probability[more] = (probability[more] as number) + (probability[less] as number) - 1;
    (probability[more] < 1 ? small : large).push(more);
  }
  for (const index of [...small, ...large]) probability[index] = 1;
  return (random) => {
    const index = random.int(size);
    return random.next() < (probability[index] as number) ? index : (alias[index] as number);
  };
};

/** Zipf weights of `size` ranks; `shift` flattens the head, so that no rank gets a tenth of the total. */
export const zipf = (size: number, exponent: number, shift = 0): number[] =>
  Array.from({ length: size }, (_, rank) => (rank + 1 + shift) ** -exponent);

/** Draws a name by its weight: `weightedPick({ a: 80, b: 20 })(random)`. */
export const weightedPick = <T extends string>(
  weights: Readonly<Record<T, number>>,
): ((random: Random) => T) => {
  const names = Object.keys(weights) as T[];
  const draw = weighted(names.map((name) => weights[name]));
  return (random) => names[draw(random)] as T;
};

/** A random UUID of version 4. */
export const uuid = (random: Random): string => {
  const digits = Array.from({ length: 32 }, () => random.int(16).toString(16)).join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
};

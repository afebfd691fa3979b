export interface DemoSize {
  readonly clients: number;
  readonly documents: number;
  readonly organisations: number;
  readonly readers: number;
  readonly activities: number;
  /** Share of the activities with specifics that get a detail row; benchmarks need few. */
  readonly detailShare: number;
  /** Chance that an activity repeats a pair. With accidental repeats, 40 % of the activities are subsequent. */
  readonly returning: number;
}

const scaled = (activities: number, readers: number): DemoSize => ({
  clients: 60,
  documents: 6_000,
  organisations: 9_000,
  readers,
  activities,
  detailShare: 0.05,
  returning: 0.36,
});

export const demoSizes = {
  default: {
    clients: 10,
    documents: 900,
    organisations: 2_400,
    readers: 14_000,
    activities: 180_000,
    detailShare: 1,
    returning: 0.2,
  },
  /** For tests: loads within a second. */
  small: {
    clients: 10,
    documents: 300,
    organisations: 300,
    readers: 1_500,
    activities: 12_000,
    detailShare: 1,
    returning: 0.2,
  },
  '1m': scaled(1_000_000, 60_000),
  '5m': scaled(5_000_000, 150_000),
  '10m': scaled(10_000_000, 250_000),
} as const satisfies Record<string, DemoSize>;

export type DemoScale = keyof typeof demoSizes;
export const isDemoScale = (text: string): text is DemoScale => Object.hasOwn(demoSizes, text);

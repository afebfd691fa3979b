export interface Timed {
  readonly name: string;
  readonly seconds: number;
}

const slowestFirst = (a: Timed, b: Timed) => b.seconds - a.seconds;

const line = ({ name, seconds }: Timed) => `${seconds.toFixed(1).padStart(8)} s  ${name}\n`;

/** The total seconds of each group, such as a package, longest first. */
export const secondsBy = (items: readonly Timed[], groupOf: (name: string) => string): Timed[] => {
  const sums = new Map<string, number>();
  for (const { name, seconds } of items) sums.set(groupOf(name), (sums.get(groupOf(name)) ?? 0) + seconds);
  return [...sums].map(([name, seconds]) => ({ name, seconds })).sort(slowestFirst);
};

export const slowest = (items: readonly Timed[], count = 10): Timed[] =>
  [...items].sort(slowestFirst).slice(0, count);

/** A table with a title. */
export const timeTable = (title: string, items: readonly Timed[]): string =>
  items.length === 0 ? '' : `\n${title}\n${items.map(line).join('')}`;

/** A test file in Jest's report; times in milliseconds. */
export interface JestSuite {
  readonly name: string;
  readonly startTime: number;
  readonly endTime: number;
}

export const timesOfSuites = (suites: readonly JestSuite[], root: string): Timed[] =>
  suites.map(({ name, startTime, endTime }) => ({
    name: name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name,
    seconds: Math.max(0, endTime - startTime) / 1000,
  }));

/** A file or `describe` in Playwright's report; durations in milliseconds. */
export interface PlaywrightSuite {
  readonly title: string;
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
}

/** All tests with the names of their describe blocks; retries are included. */
export const timesOfTests = (suites: readonly PlaywrightSuite[], above: readonly string[] = []): Timed[] =>
  suites.flatMap((suite) => {
    const path = [...above, suite.title];
    const own = suite.specs.map(({ title, tests }) => ({
      name: [...path, title].join(' › '),
      seconds:
        tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    }));
    return [...own, ...timesOfTests(suite.suites ?? [], path)];
  });

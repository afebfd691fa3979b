export interface Timed {
  readonly name: string;
  readonly seconds: number;
}

const slowestFirst = (a: Timed, b: Timed) => b.seconds - a.seconds;

const line = ({ name, seconds }: Timed) => `${seconds.toFixed(1).padStart(8)} s  ${name}\n`;

/** The total seconds of each group, such as a package, longest first. */
export const secondsBy = (items: readonly Timed[], findGroup: (name: string) => string): Timed[] => {
  const sums = new Map<string, number>();
  for (const { name, seconds } of items)
    sums.set(findGroup(name), (sums.get(findGroup(name)) ?? 0) + seconds);
  return [...sums].map(([name, seconds]) => ({ name, seconds })).sort(slowestFirst);
};

export const slowest = (items: readonly Timed[], count = 10): Timed[] =>
  [...items].sort(slowestFirst).slice(0, count);

/** A table with a title. */
export const timeTable = (title: string, items: readonly Timed[]): string =>
  items.length === 0 ? '' : `\n${title}\n${items.map(line).join('')}`;

interface PlaywrightTest {
  readonly status?: string;
  readonly annotations?: readonly { readonly type: string; readonly description?: string }[];
  readonly results: readonly { readonly duration: number }[];
}

/** A file or `describe` in Playwright's report; durations in milliseconds. */
export interface PlaywrightSuite {
  readonly title: string;
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly { readonly title: string; readonly tests: readonly PlaywrightTest[] }[];
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** All tests, named `file › describe › test`. */
const measureTests = (
  suites: readonly PlaywrightSuite[],
  readSeconds: (test: PlaywrightTest) => number,
  above: readonly string[] = [],
): Timed[] =>
  suites.flatMap((suite) => {
    const path = [...above, suite.title];
    const own = suite.specs.map(({ title, tests }) => ({
      name: [...path, title].join(' › '),
      seconds: sum(tests.map(readSeconds)),
    }));
    return [...own, ...measureTests(suite.suites ?? [], readSeconds, path)];
  });

/** The durations of all tests, retries included. */
export const timesOfTests = (suites: readonly PlaywrightSuite[]): Timed[] =>
  measureTests(suites, ({ results }) => sum(results.map(({ duration }) => duration)) / 1000);

/** The CPU seconds of all tests, from the annotations of the fixtures. */
export const costsOfTests = (suites: readonly PlaywrightSuite[]): Timed[] =>
  measureTests(suites, ({ annotations = [] }) =>
    sum(annotations.filter(({ type }) => type === 'cpu').map(({ description }) => Number(description))),
  );

/** The names of tests that passed only in their second attempt. */
export const repeatedTests = (suites: readonly PlaywrightSuite[]): string[] =>
  measureTests(suites, ({ status }) => Number(status === 'flaky'))
    .filter(({ seconds }) => seconds > 0)
    .map(({ name }) => name);

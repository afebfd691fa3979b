import { secondsBy, slowest, timeTable, timesOfSuites, timesOfTests } from './slowest.ts';

const suite = (name: string, seconds: number) => ({ name, startTime: 1000, endTime: 1000 + seconds * 1000 });

describe('durations of a test run', () => {
  it('shows paths relative to the repository', () => {
    expect(
      timesOfSuites([suite('/root/api/src/a.test.ts', 1.5), suite('/other/b.test.ts', 2)], '/root'),
    ).toEqual([
      { name: 'api/src/a.test.ts', seconds: 1.5 },
      { name: '/other/b.test.ts', seconds: 2 },
    ]);
  });

  it('sums up each group, longest first', () => {
    const items = [
      { name: 'api/a', seconds: 1 },
      { name: 'shell/b', seconds: 4 },
      { name: 'api/c', seconds: 2 },
    ];
    expect(secondsBy(items, (name) => name.split('/')[0] ?? '')).toEqual([
      { name: 'shell', seconds: 4 },
      { name: 'api', seconds: 3 },
    ]);
    expect(slowest(items, 2).map(({ name }) => name)).toEqual(['shell/b', 'api/c']);
  });

  it('sums up all attempts of a browser test, with its full name', () => {
    const specs = [{ title: 'opens', tests: [{ results: [{ duration: 1000 }, { duration: 500 }] }] }];
    const inner = { title: 'at night', file: 'a.spec.ts', specs };
    expect(timesOfTests([{ title: 'a.spec.ts', file: 'a.spec.ts', specs: [], suites: [inner] }])).toEqual([
      { name: 'a.spec.ts › at night › opens', seconds: 1.5 },
    ]);
  });

  it('prints one line per entry, and nothing without entries', () => {
    expect(timeTable('Slowest files', [{ name: 'a', seconds: 12.34 }])).toBe(
      '\nSlowest files\n    12.3 s  a\n',
    );
    expect(timeTable('Slowest files', [])).toBe('');
  });
});

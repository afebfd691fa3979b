import { costsOfTests, repeatedTests, secondsBy, slowest, timeTable, timesOfTests } from './slowest.ts';

describe('durations of a test run', () => {
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
    const cpu = ['0.5', '0.25'].map((description) => ({ type: 'cpu', description }));
    const annotations = [{ type: 'issue', description: '7' }, ...cpu];
    const tests = [{ status: 'flaky', annotations, results: [{ duration: 1000 }, { duration: 500 }] }];
    const inner = { title: 'at night', file: 'a.spec.ts', specs: [{ title: 'opens', tests }] };
    const suites = [{ title: 'a.spec.ts', file: 'a.spec.ts', specs: [], suites: [inner] }];
    const name = 'a.spec.ts › at night › opens';
    expect(timesOfTests(suites)).toEqual([{ name, seconds: 1.5 }]);
    expect(costsOfTests(suites)).toEqual([{ name, seconds: 0.75 }]);
    expect(repeatedTests(suites)).toEqual([name]);
  });

  it('prints one line per entry, and nothing without entries', () => {
    expect(timeTable('Slowest files', [{ name: 'a', seconds: 12.34 }])).toBe(
      '\nSlowest files\n    12.3 s  a\n',
    );
    expect(timeTable('Slowest files', [])).toBe('');
  });
});

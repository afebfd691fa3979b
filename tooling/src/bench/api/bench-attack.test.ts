import { benchAttack } from './bench-attack.ts';
import { attackBenchTable } from './bench-table.ts';
import { smallBench } from './testing/small-bench.ts';

const small = smallBench();

it('measures one user beside the calls of another', async () => {
  const results = await benchAttack({ ...small, rounds: 1 });
  expect(results.map(({ engine, attack }) => [engine, attack])).toEqual([
    ['pglite', 'refused'],
    ['pglite', 'accepted'],
  ]);
  for (const { idleMs, besideMs, ratio } of results) expect(ratio).toBeCloseTo(besideMs / idleMs);
  expect(results.map(({ answers }) => answers)).toEqual([
    expect.stringMatching(/^400: \d+$/),
    expect.stringMatching(/^200: \d+$/),
  ]);
  for (const { readyMs, notReady } of results) {
    expect(readyMs).toBeGreaterThan(0);
    expect(notReady).toBe(0);
  }
  const [heading, ...lines] = attackBenchTable(results).split('\n');
  expect(heading).toMatch(/^engine +calls of the other user +idle ms +beside ms +ratio /);
  expect(lines).toHaveLength(2);
});

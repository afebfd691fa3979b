import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchDashboard } from './bench-dashboard.ts';
import { benchTable } from './bench-table.ts';

const cacheDir = mkdtempSync(join(tmpdir(), 'readerlens-bench-'));
afterAll(() => rmSync(cacheDir, { recursive: true, force: true }));

it('measures the same ten statements over HTTP and directly', async () => {
  const results = await benchDashboard({ cacheDir, scale: 'small', engines: ['pglite'], rounds: 2 });
  expect(results.map(({ engine, filters }) => [engine, filters])).toEqual([
    ['pglite', 'client + year'],
    ['pglite', '+ ad-hoc filters'],
  ]);
  for (const { counted, directMs, httpMs, ratio } of results) {
    expect(counted).toBeGreaterThan(0);
    expect(directMs).toBeGreaterThan(0);
    expect(ratio).toBeCloseTo(httpMs / directMs);
  }
  const [heading, ...lines] = benchTable(results).split('\n');
  expect(heading).toMatch(/^engine +filters +counted +direct ms +http ms +ratio /);
  expect(lines).toHaveLength(2);
}, 60_000);

import { benchExport } from './bench-export.ts';
import { exportBenchTable } from './bench-table.ts';
import { smallBench } from './testing/small-bench.ts';

const small = smallBench();

it('compares an export from a separate server with writing from memory', async () => {
  const results = await benchExport({ ...small, rounds: 1, rows: 2000 });
  expect(results).toHaveLength(1);
  for (const result of results) {
    expect(result.rows).toBeGreaterThanOrEqual(2000);
    for (const ms of [result.exportMs, result.libraryMs, result.ownMs, result.quietMs, result.medianMs])
      expect(ms).toBeGreaterThan(0);
    expect(result.growthMb).toBeGreaterThanOrEqual(0);
  }
  expect(exportBenchTable(results)).toMatch(/^engine +rows +file MB +memory \+ MB +export ms /);
}, 240_000);

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions } from '../on-each-bench.ts';

/** A bench that a test can afford: little data on the embedded engine, in a folder that goes with the test's file. */
export const smallBench = (): BenchOptions => {
  const cacheDir = mkdtempSync(join(tmpdir(), 'readerlens-bench-'));
  afterAll(() => rmSync(cacheDir, { recursive: true, force: true }));
  return { cacheDir, scale: 'small', engines: ['pglite'] };
};

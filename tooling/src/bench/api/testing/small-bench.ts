import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions } from '../engines.ts';

/** Bench options for tests: little data on the embedded engine, in a temporary folder. */
export const smallBench = (): BenchOptions => {
  const cacheDir = mkdtempSync(join(tmpdir(), 'readerlens-bench-'));
  afterAll(() => rmSync(cacheDir, { recursive: true, force: true }));
  return { cacheDir, scale: 'small', engines: ['pglite'] };
};

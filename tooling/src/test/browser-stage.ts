import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { log } from '../log.ts';
import { repositoryRoot } from '../paths.ts';
import { readSpecName } from './check-budget.ts';
import { costsOfTests, repeatedTests, secondsBy, slowest, timeTable, timesOfTests } from './slowest.ts';
import type { PlaywrightSuite, Timed } from './slowest.ts';
import { exec, reportFile, runnerTally } from './stages.ts';
import type { TestTally } from './stages.ts';

export interface BrowserRun extends TestTally {
  /** CPU seconds by test. */
  readonly costs: readonly Timed[];
}

/** Tests of the composed product in a real browser. A second attempt of a failed test is traced. */
export const runBrowserTests = async (
  chromium: string,
  env: Readonly<Record<string, string>> = {},
): Promise<BrowserRun> => {
  const report = reportFile('playwright.json');
  const e2e = path.join(repositoryRoot, 'e2e');
  const cli = createRequire(path.join(e2e, 'package.json')).resolve('@playwright/test/cli');
  const code = await exec(
    process.execPath,
    [cli, 'test', '--reporter=list,json'],
    { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, CHROMIUM: chromium },
    e2e,
  );
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
    suites: readonly PlaywrightSuite[];
  };
  const costs = costsOfTests(suites);
  log(timeTable('CPU seconds per spec', slowest(secondsBy(costs, readSpecName))));
  log(timeTable('Browser tests that use most', slowest(costs)));
  log(timeTable('Browser tests that take longest, not CPU seconds', slowest(timesOfTests(suites))));
  const tally = runnerTally(code, stats.expected + stats.flaky, stats.unexpected);
  return { ...tally, repeated: repeatedTests(suites), costs };
};

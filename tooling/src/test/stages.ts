import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cacheDir, repositoryRoot } from '../paths.ts';
import { log } from '../log.ts';
import type { Outcome, Tally } from './run-stages.ts';
import { secondsBy, slowest, timeTable, timesOfSuites, timesOfTests } from './slowest.ts';
import type { JestSuite, PlaywrightSuite } from './slowest.ts';

const bin = (name: string) => path.join(repositoryRoot, 'node_modules', '.bin', name);

const exec = (
  command: string,
  args: string[],
  env: Record<string, string> = {},
  cwd = repositoryRoot,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });

const reportFile = (name: string) => {
  const file = path.join(cacheDir, 'reports', `${name}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
};

/** Runs a tool that passes or fails, which counts as one test. Its output is buffered, because others run in parallel. */
export const check = (tool: string, args: string[]): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const child = spawn(bin(tool), args, { cwd: repositoryRoot, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const append = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    child.once('error', reject);
    child.once('close', (code) =>
      resolve(code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }),
    );
  });

/** The tally of a test runner; a nonzero exit code without failed tests counts as one failure. */
const runnerTally = (code: number, passed: number, failed: number): Tally => ({
  passed,
  failed: code !== 0 && failed === 0 ? 1 : failed,
});

interface Suite extends JestSuite {
  readonly status: 'passed' | 'failed';
  readonly message: string;
  readonly assertionResults: readonly { readonly status: string }[];
}

const runJest = async (report: string, args: readonly string[]) => {
  const jest = path.join(repositoryRoot, 'node_modules', 'jest', 'bin', 'jest.js');
  // Fastify 5 requires ES modules, which Jest supports only with Node's VM modules.
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const file = reportFile(report);
  const code = await exec(
    process.execPath,
    [...flags, jest, '--maxWorkers=2', '--json', `--outputFile=${file}`, ...args],
    { NODE_OPTIONS: flags.join(' ') },
  );
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as { testResults: readonly Suite[] };
  return { code, suites: testResults };
};

/** Whether the process of a suite crashed: Node 24 may crash with VM modules and threads (nodejs/node#62393). */
const hasCrashed = ({ status, assertionResults, message }: Suite): boolean =>
  status === 'failed' &&
  assertionResults.length === 0 &&
  /jest worker process .* was terminated by another process: signal=SIG(SEGV|ABRT|ILL|BUS|TRAP)/.test(
    message,
  );

/** A suite that failed without a failed test counts as one failure. */
const failuresOf = ({ status, assertionResults }: Suite): number =>
  status === 'failed' ? Math.max(1, assertionResults.filter((test) => test.status === 'failed').length) : 0;

const tallyOf = (code: number, suites: readonly Suite[]): Tally => {
  const tests = suites.flatMap((suite) => suite.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  return runnerTally(
    code,
    passed,
    suites.reduce((sum, suite) => sum + failuresOf(suite), 0),
  );
};

const packageOf = (file: string) => file.split('/')[0] ?? file;

const printTimes = (suites: readonly Suite[]) => {
  const times = timesOfSuites(suites, repositoryRoot);
  log(timeTable('Seconds per package, all workers together', secondsBy(times, packageOf)));
  log(timeTable('Slowest test files', slowest(times)));
};

/** Unit and API tests of all packages. Suites whose process crashed before any result are retried once. */
export const jestStage = async (): Promise<Tally> => {
  const { code, suites } = await runJest('jest', []);
  printTimes(suites);
  const crashed = suites.filter(hasCrashed).map(({ name }) => name);
  if (crashed.length === 0) return tallyOf(code, suites);
  process.stdout.write(`\nRetrying suites during which Node crashed:\n  ${crashed.join('\n  ')}\n\n`);
  const retry = await runJest('jest-retry', ['--runTestsByPath', ...crashed]);
  return tallyOf(retry.code, [...suites.filter((suite) => !hasCrashed(suite)), ...retry.suites]);
};

const specOf = (test: string) => test.split(' › ')[0] ?? test;

/** Tests of the composed product in a real browser. */
export const playwrightStage = async (chromium: string): Promise<Tally> => {
  const report = reportFile('playwright');
  const e2e = path.join(repositoryRoot, 'e2e');
  const cli = createRequire(path.join(e2e, 'package.json')).resolve('@playwright/test/cli');
  const code = await exec(
    process.execPath,
    [cli, 'test', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CHROMIUM: chromium },
    e2e,
  );
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
    suites: readonly PlaywrightSuite[];
  };
  const times = timesOfTests(suites);
  log(timeTable('Seconds per spec, all workers together', slowest(secondsBy(times, specOf))));
  log(timeTable('Slowest browser tests', slowest(times)));
  return runnerTally(code, stats.expected + stats.flaky, stats.unexpected);
};

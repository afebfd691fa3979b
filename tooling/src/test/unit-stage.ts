import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { log } from '../log.ts';
import { repositoryRoot } from '../paths.ts';
import { readPackageName } from './check-budget.ts';
import { listWaiting, writeGroups } from './groups.ts';
import { secondsBy, slowest, timeTable } from './slowest.ts';
import type { Timed } from './slowest.ts';
import { exec, reportFile, runnerTally } from './stages.ts';
import type { TestTally } from './stages.ts';

interface Suite {
  readonly name: string;
  readonly status: 'passed' | 'failed';
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    /** How often it ran. */
    readonly invocations?: number;
  }[];
}

/** The CPU seconds of each test file, from the lines of the test environments. */
const readCpuLog = (file: string): Timed[] => {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const costs = lines
    .map((line) => JSON.parse(line) as Timed)
    .map(({ name, seconds }) => ({
      name: path.isAbsolute(name) ? path.relative(repositoryRoot, name) : name,
      seconds,
    }));
  return secondsBy(costs, (name) => name);
};

/** Runs Jest; `costs` are the CPU seconds by test file. */
const runJest = async (
  report: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number; suites: readonly Suite[]; costs: readonly Timed[] }> => {
  const jest = path.join(repositoryRoot, 'node_modules', 'jest', 'bin', 'jest.js');
  // Fastify 5 requires ES modules, which Jest supports only with Node's VM modules.
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const file = reportFile(`${report}.json`);
  const cpuLog = reportFile(`${report}-cpu.ndjson`);
  const sequencer = path.join(import.meta.dirname, '..', 'jest', 'sequencer.cjs');
  const code = await exec(
    process.execPath,
    [
      ...flags,
      jest,
      '--maxWorkers=2',
      `--testSequencer=${sequencer}`,
      '--json',
      `--outputFile=${file}`,
      ...args,
    ],
    { ...env, NODE_OPTIONS: flags.join(' '), TEST_CPU_LOG: cpuLog },
  );
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as { testResults: readonly Suite[] };
  return { code, suites: testResults, costs: readCpuLog(cpuLog) };
};

/** Whether the process of a suite crashed: Node 24 may crash with VM modules and threads (nodejs/node#62393). */
const hasCrashed = ({ status, assertionResults, message }: Suite): boolean =>
  status === 'failed' &&
  assertionResults.length === 0 &&
  /jest worker process .* was terminated by another process: signal=SIG(SEGV|ABRT|ILL|BUS|TRAP)/.test(
    message,
  );

/** A suite that failed without a failed test counts as one failure. */
const countFailures = ({ status, assertionResults }: Suite): number =>
  status === 'failed' ? Math.max(1, assertionResults.filter((test) => test.status === 'failed').length) : 0;

const countTests = (code: number, suites: readonly Suite[]): TestTally => {
  const tests = suites.flatMap((suite) => suite.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed');
  const repeated = passed.filter(({ invocations = 1 }) => invocations > 1);
  const failed = suites.reduce((sum, suite) => sum + countFailures(suite), 0);
  return { ...runnerTally(code, passed.length, failed), repeated: repeated.map(({ fullName }) => fullName) };
};

const printCosts = (costs: readonly Timed[]) => {
  log(timeTable('CPU seconds per package', secondsBy(costs, readPackageName)));
  log(timeTable('Test files that use most', slowest(costs, 20)));
};

export interface UnitRun extends TestTally {
  /** CPU seconds by test file, without `.cache/groups/…` for what a group used besides its files. */
  readonly costs: readonly Timed[];
}

/**
 * Unit and API tests of all packages, in groups of files that share their modules; some heavy files run on one day of three
 * only, depending on the seed. Suites whose process crashed before
 * any result run once more: that is a fault of Node, not of a test.
 */
export const runUnitTests = async (seed: number): Promise<UnitRun> => {
  const waiting = listWaiting(seed);
  log(`Test files that have their turn on another day:\n  ${waiting.join('\n  ')}\n`);
  const env = { TEST_GROUPS: writeGroups(waiting) };
  const { code, suites, costs } = await runJest('jest', [], env);
  printCosts(costs);
  const files = costs.filter(({ name }) => !name.startsWith('.cache/'));
  const crashed = suites.filter(hasCrashed).map(({ name }) => name);
  if (crashed.length === 0) return { ...countTests(code, suites), costs: files };
  log(`\n${crashed.length} groups run again because Node crashed:\n  ${crashed.join('\n  ')}\n`);
  const again = await runJest('jest-again', ['--runTestsByPath', ...crashed], env);
  const tally = countTests(again.code, [...suites.filter((suite) => !hasCrashed(suite)), ...again.suites]);
  return { ...tally, costs: files };
};

/** Test files one by one in processes of their own, as `jest` without arguments runs them. */
export const runSingleTests = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<TestTally> => {
  const { code, suites, costs } = await runJest('jest-single', args, env);
  printCosts(costs);
  return countTests(code, suites);
};

// npm test: runs every check of continuous integration, the fastest first. With STRICT=1, tests that passed only in their
// second attempt and exceeded budgets count as failed; without it they are named, because both also depend on the machine.
import { build } from '../build/build.ts';
import { importStage } from '../checks/imports.ts';
import { cpuSeconds } from '../jest/cpu-seconds.cjs';
import { log } from '../log.ts';
import { runBrowserTests } from '../test/browser-stage.ts';
import { ensureBrowser } from '../test/browser.ts';
import { budgets } from '../test/budgets.ts';
import { checkBudget } from '../test/check-budget.ts';
import { databaseCpuSeconds } from '../test/database-cpu.ts';
import { checkFirstScreen, measureFirstScreen } from '../test/first-screen.ts';
import { probe, computeSlowness } from '../test/probe.ts';
import { runStages } from '../test/run-stages.ts';
import type { Outcome, Stage } from '../test/run-stages.ts';
import type { Timed } from '../test/slowest.ts';
import { setSeed } from '../test/seed.ts';
import { check, failRepeated } from '../test/stages.ts';
import type { TestTally } from '../test/stages.ts';
import { runUnitTests } from '../test/unit-stage.ts';
import { buildArguments, lintEnvironment, rarelyCollected } from '../typescript.ts';

const isStrict = process.env.STRICT === '1';

const only = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));

const seed = setSeed();
log(`Random cases and turns: TEST_SEED=${seed}`);

const databaseBefore = databaseCpuSeconds();
const probes = [probe()];

const repeated: string[] = [];

/** Remembers the tests that passed only in their second attempt. */
const countTests = (tally: TestTally): Outcome => {
  repeated.push(...tally.repeated);
  return isStrict ? failRepeated(tally) : { passed: tally.passed, failed: tally.failed };
};

let files: readonly Timed[] = [];
const unit = async () => {
  const { costs, ...tally } = await runUnitTests(Number(seed));
  files = costs;
  probes.push(probe());
  return countTests(tally);
};

const bundles = async (): Promise<Outcome> => {
  await build({ onProgress: (line) => log(`  ${line}`) });
  const problem = checkFirstScreen(measureFirstScreen());
  return problem === undefined ? { passed: 2, failed: 0 } : { passed: 1, failed: 1, output: `${problem}\n` };
};

let browserTests: readonly Timed[] = [];
const browser = async () => {
  const { costs, ...tally } = await runBrowserTests(await ensureBrowser());
  browserTests = costs;
  probes.push(probe());
  return countTests(tally);
};

/** Compares what all stages have used with the budgets. */
const budget = async (): Promise<Outcome> => {
  const database = databaseCpuSeconds() - databaseBefore;
  // Nothing waits for the processes of a browser, so they are missing in the CPU time of the children.
  const total = cpuSeconds() + database + browserTests.reduce((sum, { seconds }) => sum + seconds, 0);
  const slowness = computeSlowness(probes);
  const { warnings, failures } = checkBudget({ files, browserTests, total }, budgets, slowness);
  const output = [
    ...repeated.map((name) => `   passed only in its second attempt: ${name}`),
    `   all stages: ${total.toFixed(0)} CPU s, ${database.toFixed(0)} of them the database server`,
    `   a second of CPU time of the reference machine takes ${slowness.toFixed(2)} s here`,
    ...warnings.map((text) => `   over its budget: ${text}`),
    ...failures.map((text) => `   FAR OVER its budget: ${text}`),
  ];
  const failed = isStrict ? failures.length : 0;
  return { passed: failed === 0 ? 1 : 0, failed, output: `${output.join('\n')}\n` };
};

/** The stages of a group run in parallel. */
const groups: readonly (readonly Stage[])[] = [
  [
    { name: 'format', run: () => check('oxfmt', ['--check', '.']) },
    { name: 'lint', run: () => check('oxlint', ['--type-aware', '--quiet', '.'], lintEnvironment) },
    { name: 'types', run: () => check('tsc', buildArguments, rarelyCollected) },
    { name: 'imports', run: importStage },
  ],
  [{ name: 'unit', run: unit }],
  [{ name: 'bundles', run: bundles }],
  [{ name: 'browser', run: browser }],
  [{ name: 'budget', run: budget }],
];

const isChosen = ({ name }: Stage) => only.length === 0 || only.includes(name);
const { passed, failed } = await runStages(
  groups.map((group) => group.filter(isChosen)),
  (text) => process.stdout.write(text),
);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

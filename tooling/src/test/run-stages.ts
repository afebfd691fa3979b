import { cpuSeconds } from '../jest/cpu-seconds.cjs';

/** Numbers of passed and failed tests. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

export interface Outcome extends Tally {
  /** Output of the stage, unless it has already printed it. */
  readonly output?: string;
}

export interface Stage {
  readonly name: string;
  readonly run: () => Promise<Outcome>;
}

const secondsSince = (start: number) => ((Date.now() - start) / 1000).toFixed(1);

const runStage = (run: Stage['run']): Promise<Outcome> =>
  run().catch((error: unknown) => ({
    passed: 0,
    failed: 1,
    output: `${error instanceof Error ? error.message : String(error)}\n`,
  }));

const runGroup = async (stages: readonly Stage[], print: (text: string) => void): Promise<Tally[]> => {
  print(`\n── ${stages.map(({ name }) => name).join(', ')}\n`);
  const cpuBefore = cpuSeconds();
  const tallies = await Promise.all(
    stages.map(async ({ name, run }) => {
      const start = Date.now();
      const { passed, failed, output = '' } = await runStage(run);
      print(`${output}── ${name}: ${failed === 0 ? 'ok' : 'FAILED'} in ${secondsSince(start)} s\n`);
      return { passed, failed };
    }),
  );
  print(`   ${(cpuSeconds() - cpuBefore).toFixed(0)} CPU s\n`);
  return tallies;
};

/**
 * Runs the groups one after another, and the stages of a group in parallel. A failure does not prevent later stages. The
 * last printed line is `N passed, N failed`.
 */
export const runStages = async (
  groups: readonly (readonly Stage[])[],
  print: (text: string) => void,
): Promise<Tally> => {
  const tallies: Tally[] = [];
  for (const group of groups) if (group.length > 0) tallies.push(...(await runGroup(group, print)));
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  print(`\n${passed} passed, ${failed} failed\n`);
  return { passed, failed };
};

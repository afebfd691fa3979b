/** Tests that passed and failed. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

export interface Outcome extends Tally {
  /** What the stage printed, where it has not printed it by itself. */
  readonly output?: string;
}

export interface Stage {
  readonly name: string;
  readonly run: () => Promise<Outcome>;
}

const secondsSince = (start: number) => ((Date.now() - start) / 1000).toFixed(1);

const outcomeOf = (run: Stage['run']): Promise<Outcome> =>
  run().catch((error: unknown) => ({
    passed: 0,
    failed: 1,
    output: `${error instanceof Error ? error.message : String(error)}\n`,
  }));

const runGroup = async (stages: readonly Stage[], print: (text: string) => void): Promise<Tally[]> => {
  print(`\n── ${stages.map(({ name }) => name).join(', ')}\n`);
  return Promise.all(
    stages.map(async ({ name, run }) => {
      const start = Date.now();
      const { passed, failed, output = '' } = await outcomeOf(run);
      print(`${output}── ${name}: ${failed === 0 ? 'ok' : 'FAILED'} in ${secondsSince(start)} s\n`);
      return { passed, failed };
    }),
  );
};

/**
 * Runs the stages of a group side by side and the groups one after another, whatever fails. The last line printed is
 * `N passed, N failed`.
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

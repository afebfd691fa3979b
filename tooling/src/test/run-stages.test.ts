import { runStages } from './run-stages.ts';
import type { Outcome, Stage } from './run-stages.ts';

const stage = (name: string, outcome: Outcome): Stage => ({ name, run: async () => outcome });

const printed = async (groups: readonly (readonly Stage[])[]) => {
  let text = '';
  const tally = await runStages(groups, (part) => {
    text += part;
  });
  return { tally, text: text.replaceAll(/in [\d.]+ s/g, 'in 0 s'), lines: text.trim().split('\n') };
};

describe('the stages of a test run', () => {
  it('are totaled in the last line', async () => {
    const { tally, lines } = await printed([
      [stage('lint', { passed: 1, failed: 0 }), stage('types', { passed: 1, failed: 0 })],
      [stage('unit', { passed: 40, failed: 2 })],
    ]);
    expect(tally).toEqual({ passed: 42, failed: 2 });
    expect(lines.at(-1)).toBe('42 passed, 2 failed');
  });

  it('count as one failure if they throw, and later stages still run', async () => {
    const broken: Stage = { name: 'lint', run: () => Promise.reject(new Error('there is no oxlint')) };
    const { tally, text } = await printed([[broken], [stage('unit', { passed: 3, failed: 0 })]]);
    expect(tally).toEqual({ passed: 3, failed: 1 });
    expect(text).toContain('there is no oxlint\n── lint: FAILED in 0 s\n');
    expect(text).toContain('── unit: ok in 0 s\n');
  });

  it('run in parallel within a group, without mixing their output', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { text } = await printed([
      [
        { name: 'slow', run: () => released.then(() => ({ passed: 1, failed: 0, output: 'one\ntwo\n' })) },
        {
          name: 'fast',
          run: async () => {
            release();
            return { passed: 0, failed: 1, output: 'wrong\n' };
          },
        },
      ],
    ]);
    expect(text).toContain('\n── slow, fast\n');
    expect(text).toContain('one\ntwo\n── slow: ok in 0 s\n');
    expect(text).toContain('wrong\n── fast: FAILED in 0 s\n');
  });

  it('count nothing if there are none', async () => {
    expect((await printed([[], []])).tally).toEqual({ passed: 0, failed: 0 });
  });
});

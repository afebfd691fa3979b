import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** What the page knows about a run. */
interface Run {
  settled: boolean;
  value?: unknown;
  problem?: string;
}

/**
 * Runs an asynchronous function in the page and returns its result, which is asked for until it is there: a browser that loses
 * the answer to one call about a promise, as happened to one of thousands, would let the test wait until its deadline.
 *
 * @param work uses nothing from outside of itself
 * @param argument a value that JSON can hold
 */
export const runInPage = async <Argument, Result>(
  page: Page,
  work: (argument: Argument) => Promise<Result>,
  argument: Argument,
): Promise<Result> => {
  const run = await page.evaluateHandle<Run>(`(() => {
    const run = { settled: false };
    const settle = (end) => Object.assign(run, end, { settled: true });
    (${work.toString()})(${JSON.stringify(argument) ?? 'undefined'}).then(
      (value) => settle({ value }),
      (error) => settle({ problem: String(error) }),
    );
    return run;
  })()`);
  await expect.poll(() => run.evaluate(({ settled }) => settled), { intervals: [20, 50] }).toBe(true);
  const { value, problem } = await run.jsonValue();
  await run.dispose();
  if (problem !== undefined) throw new Error(problem);
  return value as Result;
};

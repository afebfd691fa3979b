import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { waitForQuiet } from './network.ts';
import { runInPage } from './run-in-page.ts';

const rules = {
  all: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  /** Those whose outcome can differ between color schemes and sizes with the same elements; a third of the time. */
  looks: { type: 'rule', values: ['color-contrast', 'target-size'] },
} as const;

export type Rules = keyof typeof rules;

/** Waits for loading and animations to end, because axe would measure intermediate colors. */
export const settle = async (page: Page) => {
  await waitForQuiet(page);
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
};

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Axe violations on the current page, with rule, element and explanation. Loads axe once per document and leaves out
 * what passed, which takes half of the time of `@axe-core/playwright`. Leaves out frames: the only one holds a mail and
 * runs no script, so axe would wait for its answer.
 */
export const violations = async (page: Page, which: Rules = 'all') => {
  await settle(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(axeFile, 'utf8'));
  const found = await runInPage(
    page,
    ({ type, values }) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: { type, values: [...values] },
        resultTypes: ['violations'],
        iframes: false,
      }),
    rules[which],
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
};

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'readerlens-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The configuration of the repository, with its own rules only. */
const config = () => {
  const file = path.join(repositoryRoot, '.oxlintrc.json');
  const { jsPlugins, overrides } = JSON.parse(readFileSync(file, 'utf8')) as {
    jsPlugins: string[];
    overrides: unknown[];
  };
  return {
    jsPlugins: jsPlugins.map((plugin) =>
      plugin.startsWith('.')
        ? path.join(repositoryRoot, plugin)
        : path.join(repositoryRoot, 'node_modules', plugin),
    ),
    overrides,
    categories: { correctness: 'off' },
  };
};

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
}

/** Lints files with these sources at once, and returns a function for the rules that each of them breaks. */
const lint = (files: readonly (readonly [name: string, source: string])[]) => {
  writeFileSync(path.join(folder, '.oxlintrc.json'), JSON.stringify(config()));
  const written = files.map(([name, source], index) => {
    const file = name.replace('/a.', `/${index}.`);
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), source);
    return file;
  });
  const oxlint = path.join(repositoryRoot, 'node_modules', '.bin', 'oxlint');
  const { stdout } = spawnSync(oxlint, ['--format=json'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] };
  return (index: number) =>
    diagnostics
      .filter(({ filename }) => filename === written[index])
      .map(({ code }) => code.replace(/^(?:timeless-tests|form-kit|searchable-names)\((.*)\)$/, '$1'));
};

const test = 'api/src/a.test.ts';
const spec = 'e2e/specs/a.spec.ts';
const screen = 'mf-sample/src/a.tsx';
const kit = 'shared-ui/src/a.ts';

const refused = [
  ['a deadline of a test', test, `it('a', () => {}, 20_000);`, 'no-short-deadline'],
  ['a deadline of a case', test, `it.each([1])('a %i', () => {}, 20_000);`, 'no-short-deadline'],
  ['a deadline of a hook', test, `beforeAll(() => {}, 60_000);`, 'no-short-deadline'],
  ['a deadline of all tests', test, `jest.setTimeout(60_000);`, 'no-short-deadline'],
  ['a deadline of a wait', spec, `await expect(row).toBeVisible({ timeout: 5000 });`, 'no-short-deadline'],
  ['a pause of a page', spec, `await page.waitForTimeout(500);`, 'no-sleep'],
  ['an idle network', spec, `await page.waitForLoadState('networkidle');`, 'no-sleep'],
  ['a pause', test, `await new Promise((resolve) => setTimeout(resolve, 80));`, 'no-sleep'],
  ['a helper that pauses', test, `const pause = (ms) => new Promise((r) => setTimeout(r, ms));`, 'no-sleep'],
  ['the timers of Node', test, `import { setTimeout } from 'node:timers/promises';`, 'no-sleep'],
  ['a duration', test, `expect(Date.now() - started).toBeLessThan(1000);`, 'no-measured-time'],
  ['a time limit', test, `while (performance.now() < end) await poll();`, 'no-measured-time'],
  ['a random case', test, `const row = rows[Math.random() * 3];`, 'no-unseeded-random'],
  ['a number of cases', test, `fc.assert(property, { numRuns: 100 });`, 'no-unseeded-random'],
  ['an own form', screen, `export const A = () => <form onSubmit={save} />;`, 'no-own-form'],
  ['an own form of Formik', screen, `export const A = () => <Formik />;`, 'no-own-form'],
  ['a call of Formik', screen, `export const useA = () => useFormik({ onSubmit });`, 'no-own-form'],
  ['an import of Formik', screen, `import { useField } from 'formik';`, 'no-own-form'],
  ['a schema inside of a screen', screen, `import { object } from 'yup';`, 'no-own-form'],
  ['a function that a search cannot find', kit, `const keyOf = (row) => row.id;`, 'no-name-ending-in-of'],
  ['a declared function of that kind', kit, `function keyOf() {}`, 'no-name-ending-in-of'],
  [
    'another copy of a class of errors',
    screen,
    `import { ApiError } from '@readerlens/contract/client';`,
    'eslint(no-restricted-imports)',
  ],
  [
    'a pattern that takes too long for some texts',
    'api/src/a.ts',
    String.raw`export const ends = /^a\s*;?\s*$/;`,
    'regexp(no-super-linear-backtracking)',
  ],
] as const;

const accepted = [
  ['a deadline longer than that of all tests', test, `it('a', () => {}, 300_000);`],
  ['a turn for others', test, `await new Promise((resolve) => setTimeout(resolve, 1));`],
  ['a date some days ago', test, `const day = new Date(Date.now() - days * 86_400_000);`],
  [
    'a number of random cases for each run',
    test,
    `fc.assert(property, { numRuns: runs({ test: 10, soak: 99 }) });`,
  ],
  ['the form of the kit', screen, `export const A = () => <Form form={form} onSubmit={save} />;`],
  ['a schema in its file', 'mf-sample/src/a-schema.ts', `import { object } from 'yup';`],
  ['the kit itself', 'shared-ui/src/forms/a.ts', `import { useFormik } from 'formik';`],
  ['a value with such a name', kit, `const anyOf = [];`],
  ['the class of errors that is loaded once', screen, `import { ApiError } from '@readerlens/auth';`],
  ['the type of errors', screen, `import type { ApiError } from '@readerlens/contract/client';`],
  ['pauses outside of tests', 'api/src/a.ts', `await new Promise((r) => setTimeout(r, 80));`],
] as const;

describe('lint rules', () => {
  let rulesBrokenBy: (index: number) => string[];
  beforeAll(() => {
    rulesBrokenBy = lint([...refused, ...accepted].map(([, name, source]) => [name, source]));
  });

  it.each(refused.map(([what, , , rule], index) => [what, rule, index] as const))(
    'refuse %s',
    (_, rule, index) => {
      expect(rulesBrokenBy(index)).toEqual([rule]);
    },
  );

  it.each(accepted.map(([what], index) => [what, refused.length + index] as const))(
    'accept %s',
    (_, index) => {
      expect(rulesBrokenBy(index)).toEqual([]);
    },
  );
});

// npm test: runs every check of continuous integration, the fastest first.
import { build } from '../build/build.ts';
import { importStage } from '../checks/imports.ts';
import { log } from '../log.ts';
import { ensureBrowser } from '../test/browser.ts';
import { runStages } from '../test/run-stages.ts';
import type { Stage } from '../test/run-stages.ts';
import { check, jestStage, playwrightStage } from '../test/stages.ts';

const only = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));

const bundles = async () => {
  await build({ onProgress: (line) => log(`  ${line}`) });
  return { passed: 1, failed: 0 };
};

/** The stages of a group run in parallel. */
const groups: readonly (readonly Stage[])[] = [
  [
    { name: 'format', run: () => check('oxfmt', ['--check', '.']) },
    { name: 'lint', run: () => check('oxlint', ['--type-aware', '--quiet', '.']) },
    { name: 'types', run: () => check('tsc', ['-b']) },
    { name: 'imports', run: importStage },
  ],
  [{ name: 'unit', run: jestStage }],
  [{ name: 'bundles', run: bundles }],
  [{ name: 'browser', run: async () => playwrightStage(await ensureBrowser()) }],
];

const chosen = groups.map((group) => group.filter(({ name }) => only.length === 0 || only.includes(name)));
const { passed, failed } = await runStages(chosen, (text) => process.stdout.write(text));
process.exit(failed === 0 && passed > 0 ? 0 : 1);

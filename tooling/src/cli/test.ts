// npm test: everything that continuous integration runs, in the order in which failures are cheapest to see.
import { build } from '../build/build.ts';
import { ensureBrowser } from '../test/browser.ts';
import { check, jestStage, playwrightStage } from '../test/stages.ts';
import type { Tally } from '../test/stages.ts';

const only = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));

const stages: Record<string, () => Promise<Tally>> = {
  format: () => check('oxfmt', ['--check', '.']),
  lint: () => check('oxlint', ['--type-aware', '--quiet', '.']),
  types: () => check('tsc', ['-b']),
  unit: () => jestStage(),
  bundles: async () => {
    await build({ onProgress: (line) => process.stdout.write(`  ${line}\n`) });
    return { passed: 1, failed: 0 };
  },
  browser: async () => playwrightStage(await ensureBrowser()),
};

const seconds = (since: number) => ((Date.now() - since) / 1000).toFixed(1);

const run = async (name: string, stage: () => Promise<Tally>): Promise<Tally> => {
  const started = Date.now();
  process.stdout.write(`\n── ${name}\n`);
  const tally = await stage().catch((error: unknown) => {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1 };
  });
  process.stdout.write(`── ${name}: ${tally.failed === 0 ? 'ok' : 'FAILED'} in ${seconds(started)} s\n`);
  return tally;
};

const total: Tally = { passed: 0, failed: 0 };
for (const [name, stage] of Object.entries(stages)) {
  if (only.length > 0 && !only.includes(name)) continue;
  const tally = await run(name, stage);
  total.passed += tally.passed;
  total.failed += tally.failed;
}

process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

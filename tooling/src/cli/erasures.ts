// pnpm erasures --to FILE | --from FILE: saves who was erased or restricted, or repeats that after a restore. See docs/privacy.md.
import { erasuresUsage, isErasuresError, runErasures } from '@readerlens/api';
import { printOr, runCli } from '../run-cli.ts';

await runCli(
  async () => printOr(erasuresUsage, await runErasures(process.argv.slice(2))),
  (error) => (isErasuresError(error) ? error.message : undefined),
);

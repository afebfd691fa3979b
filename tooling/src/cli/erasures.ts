// pnpm erasures --to FILE | --from FILE: saves who was erased or restricted, or repeats that after a restore. See docs/privacy.md.
import { runErasures } from '@readerlens/api';

process.exitCode = await runErasures(process.argv.slice(2));

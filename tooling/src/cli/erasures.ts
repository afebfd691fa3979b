// pnpm erasures --to FILE | --from FILE: saves who was erased, or erases them again after a restore. See docs/privacy.md.
import { erasuresUsage, isErasuresError, runErasures, startErrorText } from '@readerlens/api';

try {
  const text = await runErasures(process.argv.slice(2));
  process.stdout.write(`${text ?? erasuresUsage}\n`);
  if (text === undefined) process.exitCode = 2;
} catch (error) {
  const known = isErasuresError(error) ? error.message : startErrorText(error);
  process.stderr.write(`${known ?? (error as Error).stack ?? String(error)}\n`);
  process.exitCode = 1;
}

// pnpm reencrypt: encrypts what is stored with the current DATA_KEY. See docs/operating.md.
import { runReencrypt, startErrorText } from '@readerlens/api';

try {
  const isDone = await runReencrypt((line) => process.stdout.write(`${line}\n`));
  if (!isDone) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${startErrorText(error) ?? (error as Error).stack ?? String(error)}\n`);
  process.exitCode = 1;
}

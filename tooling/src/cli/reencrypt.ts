// pnpm reencrypt: encrypts what is stored with the current DATA_KEY. See docs/operating.md.
import { runReencrypt } from '@readerlens/api';
import { runCli } from '../run-cli.ts';

await runCli(async () => {
  const isDone = await runReencrypt((line) => process.stdout.write(`${line}\n`));
  return isDone ? 0 : 1;
});

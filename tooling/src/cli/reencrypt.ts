// pnpm reencrypt: encrypts what is stored with the current DATA_KEY. See docs/operating.md.
import { runReencrypt } from '@readerlens/api';

process.exitCode = await runReencrypt(process.argv.slice(2));

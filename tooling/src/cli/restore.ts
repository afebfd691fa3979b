// pnpm run restore --from FOLDER: restores a backup into an empty place, and holds deliveries. See docs/operating.md.
import { runRestore } from '@readerlens/api';
import { chooseHeaders } from '../store/file-headers.ts';

process.exitCode = await runRestore(process.argv.slice(2), chooseHeaders);

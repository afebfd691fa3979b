// pnpm run backup --to FOLDER: writes the database and the stored files into a new folder. See docs/operating.md.
import { runBackup } from '@readerlens/api';

process.exitCode = await runBackup(process.argv.slice(2));

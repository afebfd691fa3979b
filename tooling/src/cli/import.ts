// pnpm run import FILE: loads engagements or documents into the database. See docs/importing.md.
import { runImport } from '@readerlens/api';

process.exitCode = await runImport(process.argv.slice(2));

// pnpm create-admin EMAIL: creates the first system administrator of a database.
import { runCreateAdmin } from '@readerlens/api';

process.exitCode = await runCreateAdmin(process.argv.slice(2));

// node backup-process.ts backup|restore ARGUMENTS: the commands as a process, for tests that kill it.
import { flushCompileCache } from 'node:module';
import { runBackup, runRestore } from '../commands.ts';

// Node stores compiled modules when a process ends, which a killed one does not.
flushCompileCache();
const [command, ...argv] = process.argv.slice(2);
process.exitCode = await (command === 'backup' ? runBackup(argv) : runRestore(argv, () => ({})));

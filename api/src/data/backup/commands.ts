import { parseArgs } from 'node:util';
import { formatProductCommand } from '../../platform/command-text.ts';
import { readConfig } from '../../platform/config.ts';
import { DataDirectoryInUseError } from '../../platform/db/index.ts';
import { StoreError } from '../../platform/files/storage.ts';
import type { ObjectHeaders } from '../../platform/files/storage.ts';
import { startErrorText } from '../../platform/start-error.ts';
import { backUp } from './back-up.ts';
import { BackupError } from './backup-error.ts';
import { restore } from './restore.ts';

/** Where a command reads and writes; by default the process. */
export interface CommandContext {
  readonly environment?: NodeJS.ProcessEnv;
  readonly write?: (text: string) => void;
  readonly writeError?: (text: string) => void;
}

class UsageError extends Error {}

const readFolder = (argv: readonly string[], option: 'to' | 'from', usage: string): string => {
  try {
    const { values } = parseArgs({ args: [...argv], options: { [option]: { type: 'string' } } });
    const folder = values[option];
    if (typeof folder === 'string' && folder !== '') return folder;
  } catch {
    // Any wrong argument gets the same answer.
  }
  throw new UsageError(`Usage: ${usage}`);
};

const explain = (error: unknown): string => {
  if (error instanceof DataDirectoryInUseError)
    return `${error.message}\nOnly one process can open the embedded database: stop the product first.`;
  if (error instanceof BackupError || error instanceof UsageError || error instanceof StoreError)
    return error.message;
  return startErrorText(error) ?? (error as Error).stack ?? String(error);
};

const runCommand = async (
  work: (environment: NodeJS.ProcessEnv, report: (line: string) => void) => Promise<void>,
  { environment = process.env, ...context }: CommandContext,
): Promise<number> => {
  const write = context.write ?? ((text) => process.stdout.write(text));
  const writeError = context.writeError ?? ((text) => process.stderr.write(text));
  try {
    await work(environment, (line) => write(`${line}\n`));
    return 0;
  } catch (error) {
    writeError(`${explain(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
};

/** Runs `pnpm run backup`. Returns the exit code. Never throws; errors are written to stderr. */
export const runBackup = (argv: readonly string[], context: CommandContext = {}): Promise<number> =>
  runCommand(async (environment, report) => {
    const to = readFolder(argv, 'to', `${formatProductCommand('backup')} --to FOLDER`);
    await backUp(readConfig(environment), to, report);
    report(`The backup is in ${to}. It has no secrets: keep those somewhere else.`);
  }, context);

/** Runs `pnpm run restore`, likewise. */
export const runRestore = (
  argv: readonly string[],
  chooseAreaHeaders: (key: string) => ObjectHeaders,
  context: CommandContext = {},
): Promise<number> =>
  runCommand(async (environment, report) => {
    const from = readFolder(argv, 'from', `${formatProductCommand('restore')} --from FOLDER`);
    await restore({ config: readConfig(environment), from, report, chooseAreaHeaders });
    report(
      `Restored. Everyone signs in again. Deliveries are held: nothing is sent until staff release them on Operations, or '${formatProductCommand('deliveries')} release' does. Before that, repeat the erasures and restrictions since the backup: '${formatProductCommand('erasures')} --from FILE'.`,
    );
  }, context);

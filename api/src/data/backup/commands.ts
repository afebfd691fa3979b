import { parseArguments, runCommand } from '../../platform/command.ts';
import type { CommandContext } from '../../platform/command.ts';
import { formatProductCommand } from '../../platform/command-text.ts';
import { UsageError } from '../../platform/explained-error.ts';
import type { ObjectHeaders } from '../../platform/files/storage.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

const readFolder = (argv: readonly string[], option: 'to' | 'from', command: string): string => {
  const usage = `Usage: ${formatProductCommand(command)} --${option} FOLDER`;
  const { values } = parseArguments(argv, { usage, options: { [option]: { type: 'string' } } });
  const folder = values[option];
  if (typeof folder === 'string' && folder !== '') return folder;
  throw new UsageError(`--${option} is missing.\n${usage}`);
};

/** Runs `pnpm run backup`. Returns the exit code. */
export const runBackup = (argv: readonly string[], context?: CommandContext): Promise<number> =>
  runCommand(async (command) => {
    const to = readFolder(argv, 'to', 'backup');
    await backUp(command, to);
    command.print(`The backup is in ${to}. It has no secrets: keep those somewhere else.`);
  }, context);

/** Runs `pnpm run restore`, likewise. */
export const runRestore = (
  argv: readonly string[],
  chooseAreaHeaders: (key: string) => ObjectHeaders,
  context?: CommandContext,
): Promise<number> =>
  runCommand(async ({ readConfig, print, signal }) => {
    const from = readFolder(argv, 'from', 'restore');
    await restore({ config: readConfig(), from, report: print, signal, chooseAreaHeaders });
    print(
      `Restored. Everyone signs in again. Deliveries are held: nothing is sent until staff release them on Operations, or '${formatProductCommand('deliveries')} release' does. Before that, repeat the erasures and restrictions since the backup: '${formatProductCommand('erasures')} --from FILE'.`,
    );
  }, context);

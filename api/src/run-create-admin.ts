import { createAdmin } from './features/administration/create-admin.ts';
import type { AdminName } from './features/administration/create-admin.ts';
import { openCommandServices } from './open-services.ts';
import { parseArguments, runCommand } from './platform/command.ts';
import type { CommandContext } from './platform/command.ts';
import { formatProductCommand } from './platform/command-text.ts';
import { UsageError } from './platform/explained-error.ts';

const usage = `Usage: ${formatProductCommand('create-admin')} EMAIL [--first-name TEXT --last-name TEXT]`;
const options = { 'first-name': { type: 'string' }, 'last-name': { type: 'string' } } as const;

/** @throws UsageError for half a name */
const readName = (firstName: string | undefined, lastName: string | undefined): AdminName | undefined => {
  if (firstName === undefined && lastName === undefined) return undefined;
  if (firstName === undefined) throw new UsageError(`--first-name is missing.\n${usage}`);
  if (lastName === undefined) throw new UsageError(`--last-name is missing.\n${usage}`);
  return { firstName, lastName };
};

/** Runs `pnpm create-admin`. Returns the exit code. */
export const runCreateAdmin = (argv: readonly string[], context?: CommandContext): Promise<number> =>
  runCommand(async (command) => {
    const { positionals, values } = parseArguments(argv, { usage, options, most: 1 });
    const [email] = positionals;
    if (!email) throw new UsageError(`The email is missing.\n${usage}`);
    const name = readName(values['first-name'], values['last-name']);
    const { db, config } = await openCommandServices(command, { mayBeNew: true });
    const { link } = await createAdmin(db, { email, name }, config);
    command.print(
      `${email} is a system administrator. Choose the password here, within 14 days:\n\n  ${link}`,
    );
  }, context);

import { createAdmin } from './features/administration/create-admin.ts';
import { openCommandServices } from './open-services.ts';
import { parseArguments, runCommand } from './platform/command.ts';
import type { CommandContext } from './platform/command.ts';
import { formatProductCommand } from './platform/command-text.ts';
import { UsageError } from './platform/explained-error.ts';

const usage = `Usage: ${formatProductCommand('create-admin')} EMAIL`;

/** Runs `pnpm create-admin`. Returns the exit code. */
export const runCreateAdmin = (argv: readonly string[], context?: CommandContext): Promise<number> =>
  runCommand(async (command) => {
    const [email] = parseArguments(argv, { usage, options: {}, most: 1 }).positionals;
    if (!email) throw new UsageError(`The email is missing.\n${usage}`);
    const { db, config } = await openCommandServices(command, { mayBeNew: true });
    const { link } = await createAdmin(db, email, config);
    command.print(
      `${email} is a system administrator. Choose the password here, within 14 days:\n\n  ${link}`,
    );
  }, context);

import type { ParseArgsConfig } from 'node:util';
import { parseArguments, runCommand as runProductCommand } from '@readerlens/api/command';
import type { Command } from '@readerlens/api/command';
import { UsageError } from '@readerlens/api/explained-error';
import { StoreError } from '@readerlens/api/storage';
import { DeployError } from '../area/deploy-error.ts';

const isUsage = (error: unknown): error is Error =>
  (error instanceof DeployError && (error.code === 'usage' || error.code === 'no-such-area')) ||
  (error instanceof StoreError && error.code === 'invalid-target') ||
  error instanceof UsageError;

type Options = NonNullable<ParseArgsConfig['options']>;

export interface CommandInput<O extends Options> extends Pick<Command, 'readConfig'> {
  /** The command's one argument; undefined only with --all, in commands that have it. */
  name: O extends { all: unknown } ? string | undefined : string;
  values: ReturnType<typeof parseArguments<O>>['values'];
}

const nameIn = (positionals: readonly string[], isForAll: boolean, argument: string): string | undefined => {
  const [name] = positionals;
  if (isForAll && name !== undefined) throw new UsageError(`--all takes no name; there is '${name}'.`);
  if (!name && !isForAll) throw new DeployError('usage', `Specify ${argument}.`);
  return name;
};

/**
 * Runs a command that takes one argument and options, and sets the exit code: 0 on success, 1 on failure, 2 on wrong
 * usage. With an option `all`, it takes either.
 */
export const runCommand = async <const O extends Options>(
  usage: string,
  options: O,
  run: (input: CommandInput<O>) => Promise<void>,
  argument = 'an area',
): Promise<void> => {
  process.exitCode = await runProductCommand(async ({ readConfig }) => {
    try {
      const { values, positionals } = parseArguments(process.argv.slice(2), { options, most: 1 });
      const name = nameIn(positionals, 'all' in values && values.all === true, argument);
      await run({ name, values, readConfig } as CommandInput<O>);
    } catch (error) {
      throw isUsage(error) ? new UsageError(`${error.message}\n\n${usage.trimEnd()}`) : error;
    }
  });
};

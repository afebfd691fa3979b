import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { ConfigError } from '@readerlens/api/config';
import { BuildError } from '../build/build-error.ts';
import { RegistryError } from '../registry/stored-registry.ts';
import { PortTakenError } from '../port.ts';
import { StoreError } from '@readerlens/api/storage';
import { AreaDescriptionError } from '../area/area-description.ts';
import { DeployError } from '../area/deploy-error.ts';

/** Errors whose message is enough for the user; a stack trace would hide it. */
const expectedErrors = [
  ConfigError,
  BuildError,
  RegistryError,
  StoreError,
  AreaDescriptionError,
  DeployError,
  PortTakenError,
];

const isUsage = (error: unknown) =>
  (error instanceof DeployError && (error.code === 'usage' || error.code === 'no-such-area')) ||
  (error instanceof StoreError && error.code === 'invalid-target') ||
  String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

const report = (error: unknown, usage: string): number => {
  if (isUsage(error)) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    return 2;
  }
  const isExpected = expectedErrors.some((type) => error instanceof type);
  process.stderr.write(
    `${isExpected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`,
  );
  return 1;
};

type Options = NonNullable<ParseArgsConfig['options']>;

export interface CommandInput<O extends Options> {
  /** The command's one argument; undefined only with --all, in commands that have it. */
  name: O extends { all: unknown } ? string | undefined : string;
  values: ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>['values'];
}

const nameIn = (positionals: readonly string[], isForAll: boolean, argument: string): string | undefined => {
  const [name, ...more] = positionals;
  const [unexpected] = isForAll ? positionals : more;
  if (unexpected) throw new DeployError('usage', `Unexpected argument '${unexpected}'.`);
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
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const name = nameIn(positionals, 'all' in values && values.all === true, argument);
    await run({ name, values } as CommandInput<O>);
  } catch (error) {
    process.exitCode = report(error, usage);
  }
};

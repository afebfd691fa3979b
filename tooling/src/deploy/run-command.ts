import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { ConfigError } from '@readerlens/api';
import { BuildError } from '../build/build.ts';
import { RegistryError } from '../registry/stored-registry.ts';
import { PortTakenError } from '../serve/port.ts';
import { StoreError } from '../store/area-store.ts';
import { AreaDescriptionError } from './area-description.ts';
import { DeployError } from './deploy-error.ts';

/** These say what to do; a stack trace would only hide it. */
const plain = [
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
  const isPlain = plain.some((type) => error instanceof type);
  process.stderr.write(`${isPlain ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  return 1;
};

type Options = NonNullable<ParseArgsConfig['options']>;

export interface Given<O extends Options> {
  /** The command's one argument. */
  name: string;
  values: ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>['values'];
}

/**
 * Runs a command that takes one argument and options, and sets the exit code: 0, 1 when it could not do what it was
 * asked for, 2 when it was asked wrongly.
 */
export const runCommand = async <const O extends Options>(
  usage: string,
  options: O,
  work: (given: Given<O>) => Promise<void>,
): Promise<void> => {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name, ...more] = positionals;
    if (!name || more.length > 0)
      throw new DeployError('usage', name ? `What is '${more[0]}'?` : 'Name an area.');
    await work({ name, values });
  } catch (error) {
    process.exitCode = report(error, usage);
  }
};

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

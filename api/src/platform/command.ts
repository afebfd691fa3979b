// The one way in which commands read the configuration, open parts of the installation and end.
import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { readConfig } from './config.ts';
import type { Config, ConfigNeeds } from './config.ts';
import { explainError } from './explain-error.ts';
import { ExplainedError, UsageError } from './explained-error.ts';
import type { Environment } from './settings.ts';

/** Where a command reads and writes; by default the process. */
export interface CommandContext {
  readonly environment?: NodeJS.ProcessEnv;
  readonly write?: (text: string) => void;
  readonly writeError?: (text: string) => void;
  /** Stops the command; by default SIGINT and SIGTERM do. */
  readonly signal?: AbortSignal;
}

/** What the work of a command gets. */
export interface Command {
  /** The configuration of the environment, with changes; `undefined` unsets a variable. Throws ConfigError. */
  readonly readConfig: (changes?: Environment, needs?: ConfigNeeds) => Config;
  /** Opens a part of the installation, which is closed when the command ends, however it does. */
  readonly open: <Part extends { close: () => Promise<void> }>(opening: Promise<Part>) => Promise<Part>;
  /** Prints a line. */
  readonly print: (line: string) => void;
  /** Aborted by the first signal to stop. Long work stops where that is safe, by throwing its reason. */
  readonly signal: AbortSignal;
}

/** The first signal lets the work stop by itself; a second one ends the process. */
const listenForSignals = () => {
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const release = () => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
  return { signal: controller.signal, release };
};

/** Closes the last part first. */
const closeAll = async (parts: readonly { close: () => Promise<void> }[]): Promise<void> => {
  for (const part of parts.toReversed()) await part.close();
};

/**
 * Runs a command: reads the configuration when asked, and closes in the end what was opened. Returns the exit code: the one
 * that the work returns, else 0; 2 for wrong arguments and 1 for other errors, which are written to stderr. Never throws.
 */
export const runCommand = async (
  work: (command: Command) => Promise<number | void>,
  context: CommandContext = {},
): Promise<number> => {
  const { environment = process.env } = context;
  const write = context.write ?? ((text) => process.stdout.write(text));
  const writeError = context.writeError ?? ((text) => process.stderr.write(text));
  const interrupt = listenForSignals();
  const signal = context.signal ?? interrupt.signal;
  const parts: { close: () => Promise<void> }[] = [];
  const command: Command = {
    readConfig: (changes, needs) => readConfig({ LOG_LEVEL: 'warn', ...environment, ...changes }, needs),
    async open(opening) {
      const part = await opening;
      parts.push(part);
      return part;
    },
    print(line) {
      write(`${line}\n`);
    },
    signal,
  };
  try {
    try {
      return (await work(command)) ?? 0;
    } finally {
      await closeAll(parts);
    }
  } catch (error) {
    const isStopped = signal.aborted && !(error instanceof ExplainedError);
    writeError(`${isStopped ? 'Stopped.' : explainError(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  } finally {
    interrupt.release();
  }
};

type Options = NonNullable<ParseArgsConfig['options']>;

interface SentOption {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** Why parseArgs refuses an option; its own words take several lines. */
const findFault = (
  { name, rawName, value, inlineValue }: SentOption,
  options: Options,
): string | undefined => {
  const known = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!known) return `There is no option ${rawName}.`;
  if (known.type === 'boolean') return value === undefined ? undefined : `${rawName} takes no value.`;
  if (value === undefined) return `${rawName} has no value.`;
  return inlineValue || !/^-./.test(value)
    ? undefined
    : `${rawName} has no value. One that starts with a dash is written ${rawName}=${value}.`;
};

interface Arguments<O extends Options> {
  /** Follows the fault. Also by what the arguments name: the usage of an action. */
  readonly usage?: string | ((positionals: readonly string[]) => string);
  readonly options: O;
  readonly most?: number;
}

/**
 * Parses the arguments of a command. All commands do so here, so that they name a fault in the same words.
 * @throws UsageError with the first fault and the usage, if an option is wrong or there are more than `most` other arguments
 */
export const parseArguments = <const O extends Options>(
  argv: readonly string[],
  { usage, options, most = 0 }: Arguments<O>,
) => {
  const args = [...argv];
  const sent = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  const faults = sent.tokens.flatMap((token) =>
    token.kind === 'option' ? (findFault(token, options) ?? []) : [],
  );
  const extra = sent.positionals[most];
  const [fault] = extra === undefined ? faults : [...faults, `'${extra}' is one argument too many.`];
  if (fault === undefined) return parseArgs({ args, options, allowPositionals: true });
  const shown = typeof usage === 'function' ? usage(sent.positionals) : usage;
  throw new UsageError(shown === undefined ? fault : `${fault}\n${shown}`);
};

// Runs the documented commands as a person does: with npm, in the checkout.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const repository = path.resolve(import.meta.dirname, '..', '..');

type Environment = Readonly<Record<string, string>>;

/** Without what Playwright and the running product have set. */
const buildEnvironment = (change: Environment) => {
  const { PORT: _port, DATA_DIR: _data, NODE_OPTIONS: _options, ...rest } = process.env;
  return { ...rest, ...change };
};

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Where a program runs. */
interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const runProgram = (place: Place, program: string, args: readonly string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(program, args, place, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

/** Runs `npm run COMMAND -- ARGUMENTS` until it ends. */
export const npmRun =
  (environment: Environment) =>
  (command: string, ...args: readonly string[]): Promise<Outcome> =>
    runProgram({ cwd: repository, env: buildEnvironment(environment) }, 'npm', [
      'run',
      '--silent',
      command,
      '--',
      ...args,
    ]);

export interface RunningProgram {
  /** Resolves when it has printed a text. */
  readonly hasPrinted: (text: string) => Promise<void>;
  /** Ends it, as a process manager does, and waits until no process that it has started is left. Returns its exit code. */
  readonly stop: () => Promise<number | null>;
}

const startProgram = (place: Place, program: string, args: readonly string[]): RunningProgram => {
  const child = spawn(program, args, { ...place, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  // The pipe ends with the last process that can write to it.
  const ended = once(child.stdout, 'end');
  reader.on('line', (line) => lines.push(line));
  return {
    hasPrinted: async (text) => {
      while (!lines.some((line) => line.includes(text))) {
        const more = await Promise.race([once(reader, 'line').then(() => true), ended.then(() => false)]);
        if (!more) throw new Error(`The command ended without '${text}':\n${lines.join('\n')}`);
      }
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      return (await exited)[0];
    },
  };
};

/** Starts a command that runs until it is stopped, such as `npm start`. */
export const npmStart = (environment: Environment, ...args: readonly string[]): RunningProgram =>
  startProgram({ cwd: repository, env: buildEnvironment(environment) }, 'npm', args);

/** Runs a script with Node until it ends, in a place that has nothing of this checkout. */
export const runNode = (place: Place, ...args: readonly string[]): Promise<Outcome> =>
  runProgram(place, process.execPath, args);

/** Starts such a script, which runs until it is stopped. */
export const startNode = (place: Place, ...args: readonly string[]): RunningProgram =>
  startProgram(place, process.execPath, args);

export interface OwnedDatabase {
  /** As the owner of the tables. */
  readonly ownerUrl: string;
  /** As the role that the product runs as. */
  readonly appUrl: string;
  readonly drop: () => Promise<void>;
}

/** A new database on PostgreSQL; undefined if there is no server. */
export const newOwnedDatabase = async (): Promise<OwnedDatabase | undefined> => {
  const script = path.join(repository, 'api', 'src', 'platform', 'testing', 'owned-database.ts');
  // Databases with such a name that a killed run leaves behind are dropped by a later one.
  const name = `readerlens_test_${Math.floor(Date.now() / 1000)}x${crypto.randomUUID().slice(0, 8)}_owned`;
  const run = (action: string) =>
    new Promise<string>((resolve, reject) => {
      execFile(process.execPath, [script, action, name], (error, out) =>
        error ? reject(new Error(error.message)) : resolve(out),
      );
    });
  const urls = JSON.parse(await run('create')) as Omit<OwnedDatabase, 'drop'> | null;
  return urls ? { ...urls, drop: async () => void (await run('drop')) } : undefined;
};

// What is the same for every command of the product: how it refuses arguments and settings, and how it ends.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runBackup, runRestore } from './data/backup/commands.ts';
import { runImport } from './data/import/run-import.ts';
import { runCommand } from './platform/command.ts';
import type { CommandContext } from './platform/command.ts';
import { openDatabase } from './platform/db/index.ts';
import type { Database } from './platform/db/index.ts';
import { ExplainedError, UsageError } from './platform/explained-error.ts';
import { runCreateAdmin } from './run-create-admin.ts';
import { runDeliveries } from './run-deliveries.ts';
import { runErasures } from './run-erasures.ts';
import { runReaders } from './run-readers.ts';
import { runReencrypt } from './run-reencrypt.ts';

type Run = (argv: readonly string[], context?: CommandContext) => Promise<number>;

const folder = mkdtempSync(path.join(tmpdir(), 'readerlens-commands-'));
/** An embedded database that is open already. */
let inUse: Database;
const dataDir = path.join(folder, 'data');
const inFolder = (name: string) => path.join(folder, name);

/** The context of a command, and what it prints and says of its errors. */
const listenTo = (environment: NodeJS.ProcessEnv) => {
  const printed: string[] = [];
  const errors: string[] = [];
  const context: CommandContext = {
    environment,
    write: (text) => void printed.push(text),
    writeError: (text) => void errors.push(text),
  };
  return { context, printed: () => printed.join(''), errors: () => errors.join('') };
};

const restoreHere: Run = (argv, context) => runRestore(argv, () => ({}), context);
const importHere: Run = (argv, { environment = {}, writeError = () => {} } = {}) => {
  const stderr = { write: writeError } as unknown as NodeJS.WritableStream;
  return runImport(argv, { environment, stderr, stdout: { write() {} } as unknown as NodeJS.WritableStream });
};

interface Listed {
  readonly run: Run;
  /** That it accepts. */
  readonly argv: readonly string[];
  /** For wrong arguments. */
  readonly usageCode?: number;
  /** Whether it opens a database that is there, or needs a secret. */
  readonly opens?: false;
  readonly signs?: false;
  /** Whether it may begin a database. */
  readonly begins?: true;
}

/** `tooling/src/checks` compares their names with what is documented. */
const commands: Readonly<Record<string, Listed>> = {
  backup: { run: runBackup, argv: ['--to', inFolder('backup')] },
  'create-admin': { run: runCreateAdmin, argv: ['you@company.com'], begins: true },
  deliveries: { run: runDeliveries, argv: ['hold'] },
  erasures: { run: runErasures, argv: ['--to', inFolder('erasures.json')] },
  import: { run: importHere, argv: [inFolder('rows.csv')], usageCode: 1, signs: false, begins: true },
  readers: { run: runReaders, argv: ['find', 'ana@acme.example', '--by', 'you@company.com'] },
  reencrypt: { run: runReencrypt, argv: [] },
  // It reads the backup first.
  restore: { run: restoreHere, argv: ['--from', inFolder('missing')], opens: false, signs: false },
};
const listed = Object.entries(commands);

beforeAll(async () => {
  writeFileSync(inFolder('rows.csv'), 'external_id\n');
  inUse = await openDatabase({ dataDir });
});
afterAll(async () => {
  await inUse.close();
  rmSync(folder, { recursive: true });
});

const oneLine = /^.+\n$/;

describe.each(listed)('%s', (name, { run, argv, usageCode = 2, opens, signs, begins }) => {
  it.each([
    ['an unknown option', [...argv, '--unknown'], 'There is no option --unknown.'],
    ['one more argument', [...argv, 'one', 'more'], "'one' is one argument too many."],
  ])('refuses %s with the reason and its usage', async (_, wrong, reason) => {
    const { context, errors } = listenTo({ DATA_DIR: dataDir });
    expect(await run(wrong, context)).toBe(usageCode);
    expect(errors().split('\n')[0]).toBe(reason);
    expect(errors()).toMatch(new RegExp(`^Usage: pnpm run ${name}\\b`, 'm'));
    expect(errors()).not.toContain('    at ');
  });

  it('says all that is wrong with the settings', async () => {
    const { context, errors } = listenTo({ PORT: 'http', DATABASE_OWNER_URL: 'postgres://a@localhost/b' });
    expect(await run(argv, context)).toBe(1);
    expect(errors()).toBe(
      "Invalid configuration:\n- PORT must be a whole number from 0 to 65535; it is 'http'.\n" +
        '- DATABASE_OWNER_URL needs DATABASE_URL, the address with which the product runs.\n',
    );
  });

  if (signs !== false)
    it('says that a secret is missing', async () => {
      const { context, errors } = listenTo({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
      expect(await run(argv, context)).toBe(1);
      expect(errors()).toContain('- JWT_SECRET must be set together with DATABASE_URL');
    });

  if (opens !== false && !begins)
    it('refuses to work on a database that is not there', async () => {
      const { context, errors } = listenTo({ DATA_DIR: inFolder('nothing') });
      expect(await run(argv, context)).toBe(1);
      expect(errors()).toBe(
        `There is no database in ${inFolder('nothing')}. Set DATA_DIR or DATABASE_URL.\n`,
      );
      expect(existsSync(inFolder('nothing'))).toBe(false);
    });

  if (opens !== false) {
    it('says that the database is in use', async () => {
      const { context, errors } = listenTo({ DATA_DIR: dataDir });
      expect(await run(argv, context)).toBe(1);
      expect(errors()).toMatch(oneLine);
      expect(errors()).toContain(`${dataDir} is in use by process ${process.pid}. Stop that process`);
    });

    it('says that the server cannot be reached', async () => {
      const { context, errors } = listenTo({
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
        JWT_SECRET: 'a secret of thirty-two characters or more',
      });
      expect(await run(argv, context)).toBe(1);
      expect(errors()).toBe(
        'connect ECONNREFUSED 127.0.0.1:1. Nothing answers there: check that the server runs, and its address in the settings, such as in DATABASE_URL.\n',
      );
    });

    it('says that the server breaks off', async () => {
      // As a server does that crashes or is starting.
      const server = createServer((socket) => socket.once('data', () => socket.destroy()));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const { context, errors } = listenTo({
        DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`,
        JWT_SECRET: 'a secret of thirty-two characters or more',
      });
      expect(await run(argv, context)).toBe(1);
      server.close();
      expect(errors()).toMatch(oneLine);
      expect(errors()).toMatch(/^The database has broken off: .+ Check that the server runs/);
    });
  }
});

describe('every command', () => {
  const parts = () => {
    const closed: string[] = [];
    const part = async (name: string) => ({ close: async () => void closed.push(name) });
    return { closed, part };
  };

  it.each([
    ['its work', () => 3, 3, ''],
    ['an error that says all', () => Promise.reject(new ExplainedError('Why.')), 1, 'Why.\n'],
    ['wrong arguments', () => Promise.reject(new UsageError('Usage')), 2, 'Usage\n'],
    ['a fault', () => Promise.reject(new Error('Fault')), 1, expect.stringMatching(/^Error: Fault\n +at /)],
  ])('closes what it opened, the last first, after %s', async (_, work, code, text) => {
    const { closed, part } = parts();
    const { context, errors } = listenTo({});
    const run = runCommand(async ({ open }) => {
      await open(part('first'));
      await open(part('second'));
      return work();
    }, context);
    expect([await run, errors(), closed]).toEqual([code, text, ['second', 'first']]);
  });

  it('returns 0 after work that prints last, however the output takes it', async () => {
    const { context } = listenTo({});
    const write = () => true;
    expect(await runCommand(async ({ print }) => print('Done.'), { ...context, write })).toBe(0);
  });

  it('stops at a signal where it is safe, and closes then', async () => {
    const { closed, part } = parts();
    const { context, errors } = listenTo({});
    const code = await runCommand(async ({ open, signal }) => {
      await open(part('database'));
      process.emit('SIGTERM');
      expect(closed).toEqual([]);
      signal.throwIfAborted();
    }, context);
    expect([code, errors(), closed]).toEqual([1, 'Stopped.\n', ['database']]);
    expect(process.listenerCount('SIGTERM')).toBe(0);
  });
});

it.each([
  ['erasures', [], 'Give one of --to and --from.'],
  ['backup', [], '--to is missing.'],
  ['restore', [], '--from is missing.'],
  ['deliveries', ['bogus'], "'bogus' is no action of deliveries."],
  ['create-admin', [], 'The email is missing.'],
  ['create-admin', ['you@company.com', '--first-name', 'Ada'], '--last-name is missing.'],
  ['create-admin', ['you@company.com', '--last-name', 'Lee'], '--first-name is missing.'],
] as const)('%s %j says what is wrong before its usage', async (name, argv, reason) => {
  const { context, errors } = listenTo({ DATA_DIR: dataDir });
  expect(await commands[name]?.run(argv, context)).toBe(2);
  expect(errors().startsWith(`${reason}\nUsage: `)).toBe(true);
});

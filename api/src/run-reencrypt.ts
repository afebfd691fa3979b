import { openCommandServices } from './open-services.ts';
import type { Services } from './people/services.ts';
import { parseArguments, runCommand } from './platform/command.ts';
import type { Command, CommandContext } from './platform/command.ts';
import { formatProductCommand } from './platform/command-text.ts';
import {
  checkStoredSecrets,
  describeUnreadable,
  encryptAgain,
  formatSecretCounts,
  unreadableAction,
} from './sendings/webhooks/stored-secrets.ts';

/** Encrypts what is stored with the current key. Returns whether nothing has another key any more. */
export const reencrypt = async (
  { db, secrets, audit, jobs }: Pick<Services, 'db' | 'secrets' | 'audit' | 'jobs'>,
  { print, signal }: Pick<Command, 'print' | 'signal'>,
): Promise<boolean> => {
  const now = jobs.clock();
  const done = await encryptAgain(db, secrets, {
    now,
    onBatch: (soFar) => {
      print(`So far: ${formatSecretCounts(soFar) ?? 'none'}.`);
      signal.throwIfAborted();
    },
  });
  const counts = formatSecretCounts(done);
  if (counts !== undefined) {
    await audit.record({ action: 'secrets.encrypt', actorId: null, detail: { ...done } });
    print(`Encrypted with the current key: ${counts}.`);
  }
  const { unreadable, otherKey } = await checkStoredSecrets(db.kysely, secrets, now);
  const problem = describeUnreadable(unreadable);
  if (problem !== undefined) print(`${problem} ${unreadableAction}`);
  const others = formatSecretCounts(otherKey);
  if (others !== undefined)
    print(
      `Stored meanwhile with another key: ${others}. A process has another DATA_KEY. Restart it with this one, and repeat the command.`,
    );
  const isDone = problem === undefined && others === undefined;
  if (isDone)
    print('All that is stored has the current key. No key of DATA_KEY_ACCEPTED is needed to read it.');
  return isDone;
};

const usage = `Usage: ${formatProductCommand('reencrypt')}`;

/** Runs `pnpm reencrypt`. Returns the exit code: 1 also if something has another key still. */
export const runReencrypt = (argv: readonly string[], context?: CommandContext): Promise<number> =>
  runCommand(async (command) => {
    parseArguments(argv, { usage, options: {} });
    const services = await openCommandServices(command);
    return (await reencrypt(services, command)) ? 0 : 1;
  }, context);

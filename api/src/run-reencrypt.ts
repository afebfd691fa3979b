import type { Services } from './people/services.ts';
import {
  checkStoredSecrets,
  describeUnreadable,
  encryptAgain,
  formatSecretCounts,
  unreadableAction,
} from './sendings/webhooks/stored-secrets.ts';
import { runWithServices } from './run-with-services.ts';

type Report = (line: string) => void;

/** Encrypts what is stored with the current key. Returns whether nothing has another key any more. */
export const reencrypt = async (
  { db, secrets, audit, jobs }: Pick<Services, 'db' | 'secrets' | 'audit' | 'jobs'>,
  report: Report,
): Promise<boolean> => {
  const now = jobs.clock();
  const done = await encryptAgain(db, secrets, {
    now,
    onBatch: (soFar) => report(`So far: ${formatSecretCounts(soFar) ?? 'none'}.`),
  });
  const counts = formatSecretCounts(done);
  if (counts !== undefined) {
    await audit.record({ action: 'secrets.encrypt', actorId: null, detail: { ...done } });
    report(`Encrypted with the current key: ${counts}.`);
  }
  const { unreadable, otherKey } = await checkStoredSecrets(db.kysely, secrets, now);
  const problem = describeUnreadable(unreadable);
  if (problem !== undefined) report(`${problem} ${unreadableAction}`);
  const others = formatSecretCounts(otherKey);
  if (others !== undefined)
    report(
      `Stored meanwhile with another key: ${others}. A process has another DATA_KEY. Restart it with this one, and repeat the command.`,
    );
  const isDone = problem === undefined && others === undefined;
  if (isDone) report('All that is stored has the current key. DATA_KEY_ACCEPTED is no longer needed.');
  return isDone;
};

/** Runs `pnpm reencrypt`, on the database of the environment. */
export const runReencrypt = (
  report: Report,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<boolean> => runWithServices((services) => reencrypt(services, report), environment);

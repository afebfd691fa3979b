// Tells the owners of alerts and reports when a run, a mail or webhook messages fail.
import type { Transaction } from 'kysely';
import { tellPerson } from '../people/failure-notice.ts';
import type { FailureNotice } from '../people/failure-notice.ts';
import type { Services } from '../people/services.ts';
import type { Schema } from '../platform/db/index.ts';
import { previousRunFailed } from '../platform/jobs/index.ts';
import type { LeasedRun, UndeliveredMail } from '../platform/jobs/index.ts';

/** Why nothing is sent for a person who is gone. */
export const deletedOwnerProblem = 'The account of its user was deleted.';

type Parts = Pick<Services, 'outbox' | 'config'>;

export interface OwnerNotice {
  readonly ownerId: number;
  /** Of what failed; null for an alert or a mail of a page, which belong to an account. */
  readonly clientId: number | null;
  readonly notice: FailureNotice;
}

/** Writes a notice; undefined if there is no longer anything to tell about. */
type WriteNotice<Failure> = (trx: Transaction<Schema>, failure: Failure) => Promise<OwnerNotice | undefined>;

export interface PausedMessages {
  readonly sourceId: string;
  /** Of the last message. */
  readonly error: string;
}

/** The notices of one kind of sendings. */
export interface OwnerNotices {
  readonly failedRun: WriteNotice<LeasedRun>;
  readonly undeliveredMail: WriteNotice<UndeliveredMail>;
  readonly pausedMessages: WriteNotice<PausedMessages>;
}

/** A notice with the same key is sent once. */
const tellOwner = async (
  parts: Parts,
  trx: Transaction<Schema>,
  uniqueKey: string,
  told: OwnerNotice | undefined,
): Promise<void> => {
  if (!told) return;
  const { ownerId: userId, clientId, notice } = told;
  await tellPerson(parts, trx, { userId, clientId, uniqueKey }, notice);
};

/** The part of a job kind that tells owners of failures: of runs once, until one succeeds again. */
export const createFailureHandlers = (
  parts: Parts,
  { failedRun, undeliveredMail }: Pick<OwnerNotices, 'failedRun' | 'undeliveredMail'>,
) => ({
  async onFailed(trx: Transaction<Schema>, run: LeasedRun) {
    if (await previousRunFailed(trx, run)) return;
    await tellOwner(parts, trx, `${run.id} failed`, await failedRun(trx, run));
  },
  async onUndelivered(trx: Transaction<Schema>, mail: UndeliveredMail) {
    const key = `${mail.runId} undelivered to ${mail.recipient}`;
    await tellOwner(parts, trx, key, await undeliveredMail(trx, mail));
  },
});

/** Tells an owner that webhook messages pause. */
export const tellPaused = async (
  parts: Parts,
  trx: Transaction<Schema>,
  { pausedMessages }: Pick<OwnerNotices, 'pausedMessages'>,
  paused: PausedMessages & { readonly now: Date },
): Promise<void> => {
  const key = `${paused.sourceId} paused ${paused.now.toISOString()}`;
  await tellOwner(parts, trx, key, await pausedMessages(trx, paused));
};

// For demo data: runs the past slots of an alert or report as a worker would have.
import { randomUUID } from 'node:crypto';
import type { Database } from '../platform/db/index.ts';
import { slotAfter } from '../platform/jobs/index.ts';
import type { JobContext, LeasedRun, SlotRule } from '../platform/jobs/index.ts';
import { secondsAfter } from '../platform/time.ts';

export interface PastSlots extends Pick<LeasedRun, 'kind' | 'ownerId'> {
  readonly rule: SlotRule;
  /** IANA name. */
  readonly timeZone: string;
  readonly since: Date;
  readonly until: Date;
  /** No run starts later. */
  readonly now: Date;
  /** From a slot to the start of its run, as a worker needs some time. */
  readonly delaySeconds: number;
}

/** A logger for such runs. */
export const silent = { info: () => {} };

/** Calls `handle` for each slot, in order. */
export const runPastSlots = async (
  db: Database,
  { kind, ownerId, rule, timeZone, since, until, now, delaySeconds }: PastSlots,
  handle: (run: LeasedRun, context: JobContext) => Promise<void>,
): Promise<void> => {
  for (
    let slot = slotAfter(rule, timeZone, since);
    slot.at <= until;
    slot = slotAfter(rule, timeZone, slot.at)
  ) {
    const at = secondsAfter(slot.at, delaySeconds);
    const clock = () => (at < now ? at : now);
    const run = {
      id: randomUUID(),
      kind,
      ownerId,
      clientId: null,
      slotKey: slot.key,
      slotAt: slot.at,
      missedSlots: 0,
      attempts: 1,
      leaseToken: randomUUID(),
    };
    await handle(run, { db, clock, signal: new AbortController().signal, renew: async () => {} });
  }
};

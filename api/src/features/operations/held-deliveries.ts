import type { HeldDeliveries } from '@readerlens/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Audit, AuditEvent } from '../../platform/audit.ts';
import type { Schema } from '../../platform/db/index.ts';
import { holdDeliveries, readHeldWork, readHold, releaseDeliveries } from '../../platform/jobs/index.ts';
import { mailKindName } from '../../platform/mail/mail-kind.ts';
import { areaNoticeKindName } from '../../sendings/area-notices.ts';
import { webhookKindName } from '../../sendings/webhooks/messages.ts';

export const notHeldText = 'Deliveries are not held.';

type IsHeldKind = (kind: string) => boolean;

/** Whether deliveries are held, and what is due of them. */
export const readHeldDeliveries = async (
  kysely: Kysely<Schema>,
  now: Date,
  isHeldKind: IsHeldKind,
): Promise<HeldDeliveries> => {
  const hold = await readHold(kysely);
  const waiting = await readHeldWork(kysely, now, isHeldKind);
  const count = (isCounted: (kind: string) => boolean) =>
    waiting.filter(({ kind }) => isCounted(kind)).reduce((sum, { runs }) => sum + runs, 0);
  const isMessage = (kind: string) => kind === webhookKindName || kind === areaNoticeKindName;
  return {
    held: hold ? { since: hold.since.toISOString(), reason: hold.reason } : null,
    slots: count((kind) => kind !== mailKindName && !isMessage(kind)),
    mails: count((kind) => kind === mailKindName),
    webhooks: count(isMessage),
  };
};

/** Lets workers start what was held. Returns what is due of it; undefined if deliveries are not held. */
export const releaseHeldDeliveries = async (
  trx: Transaction<Schema>,
  { audit, now, isHeldKind }: { audit: Audit; now: Date; isHeldKind: IsHeldKind },
  who: Pick<AuditEvent, 'actorId' | 'subjectId' | 'apiClientId'>,
): Promise<HeldDeliveries | undefined> => {
  const due = await readHeldDeliveries(trx, now, isHeldKind);
  // Of two that release at once, the second one finds no row.
  if (!due.held || !(await releaseDeliveries(trx))) return undefined;
  const { held, slots, mails, webhooks } = due;
  await audit.record(
    { action: 'deliveries.release', ...who, detail: { heldSince: held.since, slots, mails, webhooks } },
    trx,
  );
  return due;
};

/** Lets workers start nothing that reaches people, until it is released; an earlier hold keeps its reason. */
export const holdForReason = async (
  trx: Transaction<Schema>,
  audit: Audit,
  reason: string,
): Promise<void> => {
  await holdDeliveries(trx, reason);
  await audit.record({ action: 'deliveries.hold', actorId: null, detail: { reason } }, trx);
};

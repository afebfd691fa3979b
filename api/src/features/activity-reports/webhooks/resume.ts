import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { Session } from '../../../core/people/session.ts';
import type { Services } from '../../../core/services.ts';
import { auditedIdentities } from '../../../platform/audit.ts';
import { conflict } from '../../../platform/http/errors.ts';
import { webhookKindName } from '../../../platform/webhooks/deliver.ts';
import { configFor, noSuchConfig } from '../report-access.ts';
import { lockConfig } from '../report.store.ts';

/**
 * Sends the messages that waited while their configuration was paused.
 * @throws AppError as `configFor`, and 409 if it is not paused
 */
export const resumeMessages = async (services: Services, id: string, session: Session): Promise<void> => {
  const { db, jobs, audit } = services;
  const { config } = await configFor(services, id, session, 'change');
  await db.transaction(async (trx) => {
    const locked = await lockConfig(trx, config.id);
    if (!locked) throw noSuchConfig();
    if (!locked.webhook_paused_at) throw conflict('Messages are not paused.');
    // The version stays, because the configuration was not edited.
    await trx
      .updateTable('activity_report_config')
      .set({ webhook_paused_at: null, failed_messages: 0 })
      .where('id', '=', config.id)
      .execute();
    const waiting = await trx
      .selectFrom('webhook_message as message')
      .innerJoin('delivery', 'delivery.id', 'message.delivery_id')
      .select(['delivery.id', 'message.client_id'])
      .where('message.config_id', '=', config.id)
      .where('delivery.state', '=', 'queued')
      // Others are due later, or will find that messages were resumed.
      .where(
        sql<SqlBool>`NOT EXISTS (SELECT FROM job_run WHERE kind = ${webhookKindName}
          AND owner_id = delivery.id::text AND state IN ('queued', 'running'))`,
      )
      .orderBy('message.created_at')
      .orderBy('delivery.id')
      .execute();
    const slotKey = `resumed ${randomUUID()}`;
    for (const { id: ownerId, client_id: clientId } of waiting)
      await jobs.add(trx, { kind: webhookKindName, ownerId, clientId, slotKey });
    await trx
      .updateTable('delivery')
      .set({ next_at: jobs.clock() })
      .where('id', '=', sql<string>`ANY(${waiting.map((each) => each.id)}::uuid[])`)
      .execute();
    await audit.record(
      {
        ...auditedIdentities(session),
        action: 'activity-report.resume',
        accountId: config.owner_id,
        detail: { id: config.id, messages: waiting.length },
      },
      trx,
    );
  });
};

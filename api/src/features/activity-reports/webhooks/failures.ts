// After some failed messages in a row, the messages of a configuration pause until somebody resumes them.
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { failuresBeforePause } from '@readerlens/contract/activity-reports';
import type { Services } from '../../../core/services.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { tellPaused } from '../report-notices.ts';

type Parts = Pick<Services, 'outbox' | 'config' | 'jobs'>;

/** Locks the configuration until the transaction ends. */
export const isPaused = async (trx: Transaction<Schema>, configId: string): Promise<boolean> => {
  const config = await trx
    .selectFrom('activity_report_config')
    .select('webhook_paused_at')
    .where('id', '=', configId)
    .forUpdate()
    .executeTakeFirst();
  return config?.webhook_paused_at != null;
};

/** After a success. */
export const forgetFailures = async (trx: Transaction<Schema>, configId: string): Promise<void> => {
  await trx
    .updateTable('activity_report_config')
    .set({ failed_messages: 0 })
    .where('id', '=', configId)
    .where('failed_messages', '>', 0)
    .execute();
};

/** Counts a message that failed for good; pauses the messages and tells the owner if it was one too many. */
export const countFailure = async (
  parts: Parts,
  trx: Transaction<Schema>,
  { deliveryId, error }: { readonly deliveryId: string; readonly error: string },
): Promise<void> => {
  const counted = await trx
    .updateTable('activity_report_config')
    .set({ failed_messages: sql<number>`least(failed_messages + 1, 1000)` })
    .where('id', '=', (message) =>
      message.selectFrom('webhook_message').select('config_id').where('delivery_id', '=', deliveryId),
    )
    .returning(['id', 'failed_messages', 'webhook_paused_at'])
    .executeTakeFirst();
  if (!counted || counted.failed_messages < failuresBeforePause || counted.webhook_paused_at) return;
  const now = parts.jobs.clock();
  await trx
    .updateTable('activity_report_config')
    .set({ webhook_paused_at: now })
    .where('id', '=', counted.id)
    .execute();
  await tellPaused(parts, trx, { configId: counted.id, error, now });
};

// A worker that sends the webhook messages that are due.
import { createSendWebhook } from '../../../platform/webhooks/send.ts';
import { sendUntilDone } from '../../../platform/webhooks/testing/send-until-done.ts';
import { webhookSources } from '../../../webhook-sources.ts';
import { servicesAt } from '../../alerts/testing/services-at.ts';
import { webhookKind } from '../webhook-kind.ts';

await sendUntilDone({
  createKinds: (db, clock) => [
    webhookKind(servicesAt(db, clock), webhookSources, createSendWebhook({ allowPrivate: true })),
  ],
  isDone: async ({ kysely }) => {
    const rows = await kysely.selectFrom('delivery').select('state').execute();
    return rows.every(({ state }) => state === 'sent');
  },
});

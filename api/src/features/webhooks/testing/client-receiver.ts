import type { Services } from '../../../people/services.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { JobKind } from '../../../platform/jobs/index.ts';
import { createSendWebhook } from '../../../platform/webhooks/send.ts';
import { newWebhookSecret } from '../../../platform/webhooks/sign.ts';
import { receiverPerTest } from '../../../platform/webhooks/testing/receiver.ts';
import { createWebhookBox, secretContext } from '../../../sendings/webhooks/client-webhook.ts';
import { webhookSources } from '../../../webhook-sources.ts';
import { webhookKind } from '../webhook-kind.ts';

interface NewClientWebhook {
  readonly clientId: number;
  readonly url: string;
  readonly secret?: string;
}

/** Stores the webhook of a client. */
export const storeClientWebhook = async (
  db: Database,
  { secrets }: Pick<Services, 'secrets'>,
  { clientId, url, secret = newWebhookSecret() }: NewClientWebhook,
): Promise<void> => {
  await db.kysely
    .insertInto('client_webhook')
    .values({
      client_id: clientId,
      url,
      secret: createWebhookBox(secrets).seal(secret, secretContext(clientId)),
      secret_created_at: new Date(),
      previous_secret: null,
      previous_until: null,
      updated_at: new Date(),
      updated_by: null,
    })
    .execute();
};

/** A client whose webhook leads to a receiver on this machine, a new one in each test. */
export const clientReceiver = (
  db: () => Database,
  services: () => Services,
  clientId: () => number = () => 1,
) => {
  const receiver = receiverPerTest();
  const secret = newWebhookSecret();
  beforeEach(() =>
    storeClientWebhook(db(), services(), { clientId: clientId(), url: receiver().url, secret }),
  );
  afterEach(async () => {
    await db().kysely.deleteFrom('client_webhook').execute();
  });
  return {
    receiver,
    secret,
    /** The worker's part that sends the messages. */
    senderKind: (): JobKind =>
      webhookKind(services(), webhookSources, createSendWebhook({ allowPrivate: true })),
  };
};

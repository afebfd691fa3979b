import type { Services } from '../../people/services.ts';
import { createWebhookBox, findTarget } from '../../sendings/webhooks/client-webhook.ts';
import type { WebhookTarget } from '../../sendings/webhooks/client-webhook.ts';
import { createSendWebhook } from '../../platform/webhooks/send.ts';
import type { SendWebhook, WebhookAnswer } from '../../platform/webhooks/send.ts';
import { signatureHeaders } from '../../platform/webhooks/sign.ts';
import type { SignedMessage } from '../../platform/webhooks/sign.ts';

/** Signs messages for the webhooks of clients, and sends each once. */
export const createSender = (
  { db, config, secrets }: Pick<Services, 'db' | 'config' | 'secrets'>,
  send: SendWebhook = createSendWebhook({ allowPrivate: config.webhookAllowPrivate }),
) => {
  const box = createWebhookBox(secrets);
  return {
    findTarget: (clientId: number, now: Date): Promise<WebhookTarget | undefined> =>
      findTarget(db.kysely, { clientId, box, now }),

    send(
      { url, secrets: valid }: WebhookTarget,
      message: Omit<SignedMessage, 'secrets'>,
    ): Promise<WebhookAnswer> {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Readerlens',
        ...signatureHeaders({ ...message, secrets: valid }),
      };
      return send({ url, headers, body: message.body });
    },
  };
};

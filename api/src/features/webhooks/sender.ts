import type { Services } from '../../people/services.ts';
import { createChatBox, findChannel, openTarget } from '../../sendings/webhooks/chat-channel.ts';
import type { ChatTarget } from '../../sendings/webhooks/chat-channel.ts';
import { createWebhookBox, findTarget } from '../../sendings/webhooks/client-webhook.ts';
import type { WebhookTarget } from '../../sendings/webhooks/client-webhook.ts';
import { createSendWebhook } from '../../platform/webhooks/send.ts';
import type { SendWebhook, WebhookAnswer } from '../../platform/webhooks/send.ts';
import { signatureHeaders } from '../../platform/webhooks/sign.ts';
import type { SignedMessage } from '../../platform/webhooks/sign.ts';
import type { ChatContent } from '../../sendings/chat/chat-content.ts';
import { writeChatMessage, writeReceivedBody } from '../../sendings/chat/write-chat-message.ts';

/** Whom a message goes to: a channel of the client, or its webhook. */
interface Receiver {
  readonly clientId: number;
  readonly channelId: string | null;
}

type Target = WebhookTarget | ChatTarget;

const baseHeaders = { 'content-type': 'application/json', 'user-agent': 'Readerlens' };

/** Sends each message once: signed to the webhook of a client, or in the form of a chat to one of its channels. */
export const createSender = (
  { db, config, secrets }: Pick<Services, 'db' | 'config' | 'secrets'>,
  send: SendWebhook = createSendWebhook({ allowPrivate: config.webhookAllowPrivate }),
) => {
  const box = createWebhookBox(secrets);
  const chatBox = createChatBox(secrets);

  const sendChat = (url: string, body: string): Promise<WebhookAnswer> =>
    send({ url, headers: baseHeaders, body });

  return {
    async findTarget({ clientId, channelId }: Receiver, now: Date): Promise<Target | undefined> {
      if (channelId === null) return findTarget(db.kysely, { clientId, box, now });
      const channel = await findChannel(db.kysely, clientId, channelId);
      return channel && openTarget(channel, chatBox);
    },

    openChannel: (channel: Parameters<typeof openTarget>[0]): ChatTarget | undefined =>
      openTarget(channel, chatBox),

    /** Sends a content that is not the one of a stored message. */
    sendContent: ({ kind, url }: ChatTarget, content: ChatContent): Promise<WebhookAnswer> =>
      sendChat(url, writeChatMessage(kind, content)),

    send(target: Target, message: Omit<SignedMessage, 'secrets'>): Promise<WebhookAnswer> {
      if ('kind' in target)
        return sendChat(target.url, writeReceivedBody(target.kind, message.body, config.publicUrl));
      const { url, secrets: valid } = target;
      const headers = { ...baseHeaders, ...signatureHeaders({ ...message, secrets: valid }) };
      return send({ url, headers, body: message.body });
    },
  };
};

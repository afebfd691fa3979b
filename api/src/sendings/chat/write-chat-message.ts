import type { ChatKind } from '@readerlens/contract/webhooks';
import { writeChatContent } from './chat-content.ts';
import type { ChatContent } from './chat-content.ts';
import { writeSlackMessage } from './slack-message.ts';
import { writeTeamsMessage } from './teams-message.ts';

const writers: Readonly<Record<ChatKind, (content: ChatContent) => object>> = {
  slack: writeSlackMessage,
  teams: writeTeamsMessage,
};

/** The JSON text that a channel of this kind gets. */
export const writeChatMessage = (kind: ChatKind, content: ChatContent): string =>
  JSON.stringify(writers[kind](content));

/** What a channel of this kind gets instead of a stored body; the body itself for the webhook of the client. */
export const writeReceivedBody = (kind: ChatKind | null, body: string, publicUrl: string): string =>
  kind === null ? body : writeChatMessage(kind, writeChatContent(body, publicUrl));

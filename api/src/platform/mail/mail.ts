import type { MailPerson, MailRecipient } from '../db/index.ts';
import type { MailKind } from './mail-limits.ts';

export type { MailPerson, MailRecipient };

export interface MailAttachment {
  /** File name. */
  name: string;
  mediaType: string;
  content: Uint8Array;
}

export interface MailContent {
  /** One address, or all recipients with their type. */
  to: string | readonly MailRecipient[];
  subject: string;
  text: string;
  html: string;
  /** The sender, who gets replies; default: the product. */
  author?: MailPerson;
  attachments?: readonly MailAttachment[];
  /** Additional headers, such as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>;
  /** A second mail with the same key is not queued. */
  uniqueKey?: string;
}

export interface Mail extends MailContent {
  kind: MailKind;
  /** The user whose action causes it, the impersonating one included; null for the product's own mails. */
  sender: number | null;
  /** The client that pays for sending it; null if it is about no client, or about several. */
  clientId: number | null;
}

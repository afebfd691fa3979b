import type { MailPerson, MailRecipient } from '../db/index.ts';

export type { MailPerson, MailRecipient };

export interface MailAttachment {
  /** File name. */
  name: string;
  mediaType: string;
  content: Uint8Array;
}

export interface Mail {
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

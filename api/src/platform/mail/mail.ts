import type { MailPerson, MailRecipient } from '../db/index.ts';

export type { MailPerson, MailRecipient };

export interface MailAttachment {
  /** What it is saved as. */
  name: string;
  mediaType: string;
  content: Uint8Array;
}

export interface Mail {
  /** One address, or everybody who gets it and how. */
  to: string | readonly MailRecipient[];
  subject: string;
  text: string;
  html: string;
  /** Who wrote it and gets the answers; the product itself unless given. */
  author?: MailPerson;
  attachments?: readonly MailAttachment[];
  /** Further headers, such as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>;
  /** Names what may be mailed only once; a second mail with the same key is not queued. */
  uniqueKey?: string;
}

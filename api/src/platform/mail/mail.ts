import type { RecipientType } from '@readerlens/contract';

export interface MailPerson {
  name: string;
  address: string;
}

export interface MailRecipient extends MailPerson {
  type: RecipientType;
}

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
  /** Who wrote it and gets the answers; the product itself unless told. */
  author?: MailPerson;
  attachments?: readonly MailAttachment[];
}

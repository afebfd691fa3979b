import type { RecipientType } from '@readerlens/contract';

export interface MailPerson {
  name: string;
  address: string;
}

export interface MailRecipient extends MailPerson {
  type: RecipientType;
}

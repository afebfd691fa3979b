import { createTransport } from 'nodemailer';
import { mailServerDeadlinesMs } from '../../deadlines.ts';
import type { MailAttachment, MailPerson, MailRecipient } from './mail.ts';

export interface OutgoingMail {
  id: number;
  messageId: string;
  to: readonly MailRecipient[];
  author: MailPerson | null;
  headers: Readonly<Record<string, string>>;
  subject: string;
  text: string;
  html: string | null;
  attachments: readonly MailAttachment[];
}

export interface SentMail {
  /** Addresses that the server rejected while it accepted others. */
  readonly refused: readonly string[];
  /** The last response of the server. */
  readonly response: string;
}

export interface MailTransport {
  /** Rejects if the server accepted the mail for no recipient. */
  send(mail: OutgoingMail): Promise<SentMail>;
  close(): void;
}

const isPermanentCode = (error: unknown): boolean => {
  const code = (error as { responseCode?: unknown } | undefined)?.responseCode;
  return typeof code === 'number' && code >= 500;
};

/** Whether the mail server permanently rejected every recipient, so that retries are useless. */
export const isPermanentRejection = (error: unknown): boolean => {
  const rejected = (error as { rejectedErrors?: readonly unknown[] } | undefined)?.rejectedErrors ?? [];
  return isPermanentCode(error) && rejected.every(isPermanentCode);
};

const addressedAs = (to: readonly MailRecipient[], type: MailRecipient['type']) =>
  to.filter((one) => one.type === type).map(({ name, address }) => ({ name, address }));

/** From is the author of the mail; Sender is the product. */
const buildSenders = (productAddress: string, author: MailPerson | null) =>
  author ? { from: { ...author }, sender: productAddress, replyTo: { ...author } } : { from: productAddress };

/** The envelope sender is the product's address, which servers accept, and which gets bounces. */
const buildEnvelope = (productAddress: string, to: readonly MailRecipient[]) => ({
  from: productAddress,
  to: to.map(({ address }) => ({ name: '', address })),
});

const buildAttachments = (attachments: readonly MailAttachment[]) =>
  attachments.map(({ name, mediaType, content }) => ({
    filename: name,
    contentType: mediaType,
    content: Buffer.from(content),
  }));

/** Sends by SMTP. A mail sent twice after a crash has the same Message-ID, so that mail programs drop the duplicate. */
export const smtpTransport = (url: string, from: string): MailTransport => {
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...mailServerDeadlinesMs });
  return {
    async send({ messageId, to, author, headers, subject, text, html, attachments }) {
      const { rejected, response } = await transport.sendMail({
        ...buildSenders(from, author),
        to: addressedAs(to, 'To'),
        cc: addressedAs(to, 'Cc'),
        bcc: addressedAs(to, 'Bcc'),
        headers: { ...headers },
        subject,
        text,
        ...(html ? { html } : {}),
        attachments: buildAttachments(attachments),
        envelope: buildEnvelope(from, to),
        messageId,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return { refused: rejected, response };
    },
    close: () => transport.close(),
  };
};

import { createTransport } from 'nodemailer';
import type { MailAttachment, MailPerson, MailRecipient } from './mail.ts';

export interface OutgoingMail {
  id: number;
  to: readonly MailRecipient[];
  author: MailPerson | null;
  subject: string;
  text: string;
  html: string | null;
  attachments: readonly MailAttachment[];
}

export interface MailTransport {
  /** Answers the addresses that the server refused while it took others; rejects when it took none. */
  send(mail: OutgoingMail): Promise<readonly string[]>;
  close(): void;
}

/** Whether the mail server refused for good, so that trying again would not help. */
export const isRefusal = (error: unknown): boolean => {
  const code = (error as { responseCode?: unknown } | undefined)?.responseCode;
  return typeof code === 'number' && code >= 500;
};

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

const addressedAs = (to: readonly MailRecipient[], type: MailRecipient['type']) =>
  to.filter((one) => one.type === type).map(({ name, address }) => ({ name, address }));

/** Whoever writes stands in From; the product sends it. */
const sendersOf = (own: string, author: MailPerson | null) =>
  author ? { from: { ...author }, sender: own, replyTo: { ...author } } : { from: own };

/** Said outright: a server takes the product's address for sender, and bounces go there. */
const envelopeOf = (own: string, to: readonly MailRecipient[]) => ({
  from: own,
  to: to.map(({ address }) => ({ name: '', address })),
});

const attachmentsOf = (attachments: readonly MailAttachment[]) =>
  attachments.map(({ name, mediaType, content }) => ({
    filename: name,
    contentType: mediaType,
    content: Buffer.from(content),
  }));

/** Sends by SMTP. A mail sent twice after a crash has the same message id, by which readers drop the second. */
export const smtpTransport = (url: string, from: string): MailTransport => {
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...timeouts });
  const domain = /@([\w.-]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ id, to, author, subject, text, html, attachments }) {
      const { rejected } = await transport.sendMail({
        ...sendersOf(from, author),
        to: addressedAs(to, 'To'),
        cc: addressedAs(to, 'Cc'),
        bcc: addressedAs(to, 'Bcc'),
        subject,
        text,
        ...(html ? { html } : {}),
        attachments: attachmentsOf(attachments),
        envelope: envelopeOf(from, to),
        messageId: `<outbox-${id}@${domain}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return rejected;
    },
    close: () => transport.close(),
  };
};

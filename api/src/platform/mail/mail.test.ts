import PostalMime from 'postal-mime';
import { describeOnEachEngine } from '../testing/index.ts';
import { backoffSeconds, sendDueMails } from './mail-worker.ts';
import type { Mail } from './mail.ts';
import { createOutbox } from './outbox.ts';
import { registrationMail } from './templates.ts';
import { startMailServer } from './testing/mail-server.ts';
import { smtpTransport } from './transport.ts';
import type { MailTransport } from './transport.ts';

const withTransport = async (url: string, work: (transport: MailTransport) => Promise<void>) => {
  const transport = smtpTransport(url, 'Readerlens <no-reply@readerlens.example>');
  try {
    await work(transport);
  } finally {
    transport.close();
  }
};

const letter = (to: string) =>
  registrationMail({
    to,
    firstName: 'Zoë',
    link: 'https://app.example/register/abc',
    supportEmail: 's@x.example',
  });

describeOnEachEngine('the outbox', (db) => {
  const mails = () => db().kysely.selectFrom('outbox_mail').selectAll().orderBy('id').execute();
  const isDueNow = () =>
    db()
      .kysely.updateTable('outbox_mail')
      .set({ next_at: new Date(0) })
      .execute();

  afterEach(() => db().kysely.deleteFrom('outbox_mail').execute());

  it('is sent by SMTP, and keeps no body after that', async () => {
    const server = await startMailServer();
    await createOutbox(db()).queue(letter('zoe@users.example'));
    await withTransport(server.url, async (transport) => {
      expect(await sendDueMails(db(), transport)).toBe(1);
      expect(await sendDueMails(db(), transport)).toBe(0);
    });
    await server.stop();
    expect(server.received).toMatchObject([
      { from: 'no-reply@readerlens.example', to: ['zoe@users.example'] },
    ]);
    const source = server.received[0]?.source ?? '';
    expect(source).toContain('Subject: Complete your registration');
    expect(source).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
    expect(source).toContain('https://app.example/register/abc');
    expect(await mails()).toMatchObject([{ status: 'sent', attempts: 1, text_body: '', html_body: null }]);
  });

  it('waits and tries again when the server cannot be reached', async () => {
    const server = await startMailServer();
    await server.stop();
    await createOutbox(db()).queue(letter('zoe@users.example'));
    await withTransport(server.url, async (transport) => {
      await sendDueMails(db(), transport);
      expect(await sendDueMails(db(), transport)).toBe(0);
    });
    const [mail] = await mails();
    expect(mail).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_error: expect.stringContaining('ECONNREFUSED'),
    });
    expect(mail?.text_body).not.toBe('');
    expect((mail?.next_at.getTime() ?? 0) - Date.now()).toBeGreaterThan(20_000);
  });

  it('gives up on a mailbox that is refused for good, and not on one that is busy', async () => {
    const server = await startMailServer(
      (address) => ({ 'gone@users.example': 550, 'busy@users.example': 451 })[address],
    );
    const outbox = createOutbox(db());
    for (const name of ['gone', 'busy', 'fine']) await outbox.queue(letter(`${name}@users.example`));
    await withTransport(server.url, async (transport) => {
      expect(await sendDueMails(db(), transport)).toBe(3);
    });
    await server.stop();
    expect((await mails()).map(({ status }) => status)).toEqual(['failed', 'queued', 'sent']);
  });

  it('gives up after the last attempt', async () => {
    const server = await startMailServer(() => 451);
    await createOutbox(db()).queue(letter('busy@users.example'));
    await withTransport(server.url, async (transport) => {
      for (let attempt = 0; attempt < 9; attempt += 1) {
        await isDueNow();
        await sendDueMails(db(), transport);
      }
    });
    await server.stop();
    expect(await mails()).toMatchObject([{ status: 'failed', attempts: 8 }]);
  });

  it('gives each mail to one of several senders', async () => {
    const outbox = createOutbox(db());
    for (let index = 0; index < 12; index += 1) await outbox.queue(letter(`reader${index}@users.example`));
    const server = await startMailServer();
    await withTransport(server.url, async (transport) => {
      await Promise.all([1, 2, 3].map(() => sendDueMails(db(), transport)));
      while ((await sendDueMails(db(), transport)) > 0);
    });
    await server.stop();
    const addresses = server.received.flatMap(({ to }) => to);
    expect(addresses).toHaveLength(12);
    expect(new Set(addresses).size).toBe(12);
  });

  it('comes up again when its sender died', async () => {
    await createOutbox(db()).queue(letter('zoe@users.example'));
    const never: MailTransport = { send: () => new Promise<string[]>(() => {}), close: () => {} };
    void sendDueMails(db(), never);
    while ((await mails())[0]?.attempts !== 1) await new Promise((resolve) => setTimeout(resolve, 10));
    const server = await startMailServer();
    await withTransport(server.url, async (transport) => {
      expect(await sendDueMails(db(), transport)).toBe(0);
      await isDueNow();
      expect(await sendDueMails(db(), transport)).toBe(1);
    });
    await server.stop();
    expect(server.received[0]?.source).toMatch(/Message-ID: <outbox-\d+@readerlens\.example>/);
  });

  it('belongs to the transaction that writes into it', async () => {
    const work = db().transaction(async (trx) => {
      await createOutbox(db()).queue(letter('zoe@users.example'), trx);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await mails()).toEqual([]);
  });

  const shared: Mail = {
    ...letter(''),
    to: [
      { type: 'To', name: 'Größer, "Ana"', address: 'ana@users.example' },
      { type: 'Cc', name: 'Ωmega', address: 'omega@users.example' },
      { type: 'Bcc', name: 'Hidden', address: 'hidden@users.example' },
    ],
    author: { name: 'Uma User', address: 'uma@company.example' },
    attachments: [
      { name: 'Activity Report.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF-\0\xff') },
      { name: 'Größe.txt', mediaType: 'text/plain', content: Buffer.from('Ω') },
    ],
  };

  it('goes to everybody in the name of its author, and tells nobody of the hidden ones', async () => {
    const server = await startMailServer();
    await createOutbox(db()).queue(shared);
    await withTransport(server.url, async (transport) => {
      expect(await sendDueMails(db(), transport)).toBe(1);
    });
    await server.stop();
    const [received] = server.received;
    expect(received).toMatchObject({
      from: 'no-reply@readerlens.example',
      to: ['ana@users.example', 'omega@users.example', 'hidden@users.example'],
    });
    expect(received?.source).not.toMatch(/hidden/i);
    const author = { name: 'Uma User', address: 'uma@company.example' };
    expect(await PostalMime.parse(received?.source ?? '')).toMatchObject({
      from: author,
      sender: { address: 'no-reply@readerlens.example' },
      replyTo: [author],
      to: [{ name: 'Größer, "Ana"', address: 'ana@users.example' }],
      cc: [{ name: 'Ωmega', address: 'omega@users.example' }],
    });
  });

  it('carries files as they are, and keeps none after that', async () => {
    const server = await startMailServer();
    await createOutbox(db()).queue(shared);
    await withTransport(server.url, async (transport) => {
      await sendDueMails(db(), transport);
    });
    await server.stop();
    const { attachments } = await PostalMime.parse(server.received[0]?.source ?? '');
    expect(
      attachments.map(({ filename, mimeType, content }) => [
        filename,
        mimeType,
        Buffer.from(content as ArrayBuffer).toString(),
      ]),
    ).toEqual([
      ['Activity Report.pdf', 'application/pdf', '%PDF-\0\xff'],
      ['Größe.txt', 'text/plain', 'Ω'],
    ]);
    expect(await db().kysely.selectFrom('outbox_attachment').selectAll().execute()).toEqual([]);
  });

  it('keeps its files while it waits', async () => {
    const server = await startMailServer(() => 451);
    await createOutbox(db()).queue(shared);
    await withTransport(server.url, async (transport) => {
      await sendDueMails(db(), transport);
    });
    await server.stop();
    expect(await mails()).toMatchObject([{ status: 'queued', attempts: 1 }]);
    expect(await db().kysely.selectFrom('outbox_attachment').select('name').execute()).toHaveLength(2);
  });

  it('says who of several did not get it', async () => {
    const server = await startMailServer((address) => (address.startsWith('omega') ? 550 : undefined));
    await createOutbox(db()).queue(shared);
    await withTransport(server.url, async (transport) => {
      await sendDueMails(db(), transport);
    });
    await server.stop();
    expect(server.received[0]?.to).toEqual(['ana@users.example', 'hidden@users.example']);
    expect(await mails()).toMatchObject([{ status: 'sent', last_error: 'Refused for omega@users.example' }]);
  });

  it('takes no headers from names of recipients, authors or files', async () => {
    const server = await startMailServer();
    const breaking = 'A\r\nBcc: spy@x.example\r\nX-Evil: 1';
    await createOutbox(db()).queue({
      ...shared,
      to: [{ type: 'To', name: breaking, address: 'ana@users.example' }],
      author: { name: breaking, address: 'uma@company.example' },
      attachments: [{ name: breaking, mediaType: 'text/plain', content: Buffer.from('') }],
    });
    await withTransport(server.url, async (transport) => {
      await sendDueMails(db(), transport);
    });
    await server.stop();
    expect(server.received).toMatchObject([{ to: ['ana@users.example'] }]);
    expect(server.received[0]?.source).not.toMatch(/^(Bcc|X-Evil):/im);
  });

  it('takes no headers from an address or a subject', async () => {
    const server = await startMailServer();
    const mail = {
      ...letter('a@users.example\r\nBcc: spy@x.example'),
      subject: 'Hello\r\nBcc: spy@x.example',
    };
    await createOutbox(db()).queue(mail);
    await withTransport(server.url, async (transport) => {
      await sendDueMails(db(), transport);
    });
    await server.stop();
    expect(server.received.flatMap(({ to }) => to)).not.toContain('spy@x.example');
    for (const { source } of server.received) expect(source).not.toMatch(/^Bcc:/im);
  });
});

describe('backoffSeconds', () => {
  it('doubles up to an hour', () => {
    expect([1, 2, 3, 4, 8, 30].map(backoffSeconds)).toEqual([30, 60, 120, 240, 3600, 3600]);
  });
});

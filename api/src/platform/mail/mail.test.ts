import PostalMime from 'postal-mime';
import { readConfig } from '../config.ts';
import { createJobQueue, createRunner } from '../jobs/index.ts';
import { secondsAfter } from '../time.ts';
import { describeOnEachEngine } from '../testing/index.ts';
import { deliverByMail } from './deliveries.ts';
import { mailKind } from './mail-kind.ts';
import { letterBody } from './letter.ts';
import { pruneMails } from './mail-retention.ts';
import { attachmentDays, mailDays } from '../../deadlines.ts';
import type { Mail } from './mail.ts';
import { createOutbox } from './outbox.ts';
import { startMailServer } from './testing/mail-server.ts';
import { sendDueMails } from './testing/send-due-mails.ts';
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

const sampleMail = (to: string) => ({
  to,
  subject: 'Complete your registration',
  ...letterBody({
    greeting: 'Hello Zoë,',
    button: 'Complete registration',
    link: 'https://app.example/register/abc',
  }),
  kind: 'alert' as const,
  sender: null,
  clientId: null,
});

describeOnEachEngine('the outbox', (db) => {
  const mails = () => db().kysely.selectFrom('outbox_mail').selectAll().orderBy('id').execute();
  const runs = () => db().kysely.selectFrom('job_run').selectAll().orderBy('created_at').execute();
  let now = new Date();
  const clock = () => now;
  const jobs = createJobQueue(clock);
  const outbox = () =>
    createOutbox({
      db: db(),
      jobs,
      config: readConfig({ MAIL_FROM: 'Readerlens <no-reply@readerlens.example>' }),
    });
  const send = (transport: MailTransport) => sendDueMails(db(), transport, clock);
  const pass = (seconds: number) => {
    now = secondsAfter(now, seconds);
  };

  afterEach(async () => {
    await db().kysely.deleteFrom('outbox_mail').execute();
    await db().kysely.deleteFrom('job_run').execute();
  });

  it('is sent by SMTP, and its body is then deleted', async () => {
    const server = await startMailServer();
    await outbox().queue(sampleMail('zoe@users.example'));
    await withTransport(server.url, async (transport) => {
      expect(await send(transport)).toBe(1);
      expect(await send(transport)).toBe(0);
    });
    await server.stop();
    expect(server.received).toMatchObject([
      { from: 'no-reply@readerlens.example', to: ['zoe@users.example'] },
    ]);
    const source = server.received[0]?.source ?? '';
    expect(source).toContain('Subject: Complete your registration');
    expect(source).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
    expect(source).toContain('https://app.example/register/abc');
    expect(await mails()).toMatchObject([{ status: 'sent', text_body: '', html_body: null }]);
    expect(await runs()).toMatchObject([{ state: 'done', attempts: 1 }]);
  });

  it('is retried if the server is unreachable', async () => {
    const server = await startMailServer();
    await server.stop();
    await outbox().queue(sampleMail('zoe@users.example'));
    await withTransport(server.url, async (transport) => {
      await send(transport);
      expect(await send(transport)).toBe(0);
    });
    const [mail] = await mails();
    expect(mail).toMatchObject({ status: 'queued' });
    expect(mail?.text_body).not.toBe('');
    expect(await runs()).toMatchObject([
      {
        state: 'queued',
        attempts: 1,
        error: expect.stringContaining('ECONNREFUSED'),
        next_at: secondsAfter(now, 60),
      },
    ]);
  });

  it('fails after a permanent rejection, and is retried after a temporary one', async () => {
    const server = await startMailServer(
      (address) => ({ 'gone@users.example': 550, 'busy@users.example': 451 })[address],
    );
    const queued = outbox();
    for (const name of ['gone', 'busy', 'fine']) await queued.queue(sampleMail(`${name}@users.example`));
    await withTransport(server.url, async (transport) => {
      expect(await send(transport)).toBe(3);
    });
    await server.stop();
    expect((await mails()).map(({ status }) => status)).toEqual(['failed', 'queued', 'sent']);
  });

  it('is retried after 1 m, 5 m, 30 m, 2 h and 6 h, and then fails', async () => {
    const server = await startMailServer(() => 451);
    await outbox().queue(sampleMail('busy@users.example'));
    await withTransport(server.url, async (transport) => {
      for (const seconds of [60, 300, 1800, 7200, 21_600]) {
        expect(await send(transport)).toBe(1);
        pass(seconds - 1);
        expect(await send(transport)).toBe(0);
        pass(1);
      }
      expect(await send(transport)).toBe(1);
      pass(1e6);
      expect(await send(transport)).toBe(0);
    });
    await server.stop();
    expect(await mails()).toMatchObject([{ status: 'failed', last_error: expect.stringContaining('451') }]);
    expect(await runs()).toMatchObject([{ state: 'failed', attempts: 6 }]);
  });

  it('is sent once by concurrent workers', async () => {
    const queued = outbox();
    for (let index = 0; index < 12; index += 1)
      await queued.queue(sampleMail(`reader${index}@users.example`));
    const server = await startMailServer();
    await withTransport(server.url, async (transport) => {
      await Promise.all([1, 2, 3].map(() => send(transport)));
      while ((await send(transport)) > 0);
    });
    await server.stop();
    const addresses = server.received.flatMap(({ to }) => to);
    expect(addresses).toHaveLength(12);
    expect(new Set(addresses).size).toBe(12);
  });

  it('is sent by another worker if the first one hangs; the late result of the first one is ignored', async () => {
    const queued = await outbox().queue(sampleMail('zoe@users.example'));
    let wake = () => {};
    const stuck = new Promise<void>((resolve) => (wake = resolve));
    let isSending = () => {};
    const sending = new Promise<void>((resolve) => (isSending = resolve));
    const hanging: MailTransport = {
      async send() {
        isSending();
        await stuck;
        return { refused: ['late@users.example'], response: '250 late' };
      },
      close: () => {},
    };
    const late = send(hanging);
    await sending;
    const server = await startMailServer();
    await withTransport(server.url, async (transport) => {
      expect(await send(transport)).toBe(0);
      pass(3600);
      expect(await send(transport)).toBe(1);
    });
    await server.stop();
    wake();
    await late;
    expect(server.received[0]?.source).toContain(`Message-ID: ${queued?.messageId}`);
    expect(await mails()).toMatchObject([{ status: 'sent', last_error: null }]);
    expect(await runs()).toMatchObject([{ state: 'done', attempts: 2 }]);
  });

  it('fails an attempt at its timeout, before the lease ends', async () => {
    await outbox().queue(sampleMail('zoe@users.example'));
    const never: MailTransport = { send: () => new Promise(() => {}), close: () => {} };
    const logger = { warn() {}, error() {} };
    await createRunner({ db: db(), kinds: [mailKind(never, { sendMs: 1 })], logger, clock }).runDue();
    expect(await runs()).toMatchObject([{ state: 'queued', error: 'The mail server took too long.' }]);
    const { leaseSeconds } = mailKind(never);
    expect(leaseSeconds).toBeGreaterThan(120);
  });

  it('is sent again with the same Message-ID if the connection breaks before the server accepts it', async () => {
    let breaks = true;
    const server = await startMailServer(
      () => undefined,
      () => 0,
      () => breaks,
    );
    await outbox().queue(sampleMail('zoe@users.example'));
    await withTransport(server.url, async (transport) => {
      await send(transport);
      expect(await runs()).toMatchObject([{ state: 'queued', attempts: 1 }]);
      breaks = false;
      pass(60);
      await send(transport);
    });
    await server.stop();
    const ids = server.received.map(({ source }) => /^Message-ID:\s*(\S+)/im.exec(source)?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await mails()).toMatchObject([{ status: 'sent' }]);
  });

  it('has additional headers', async () => {
    const server = await startMailServer();
    await outbox().queue({
      ...sampleMail('zoe@users.example'),
      headers: { 'List-Unsubscribe': '<https://app.example/u/1>', 'X-Break': 'a\r\nBcc: spy@x.example' },
    });
    await withTransport(server.url, async (transport) => {
      await send(transport);
    });
    await server.stop();
    expect(server.received[0]?.source).toContain('List-Unsubscribe: <https://app.example/u/1>');
    expect(server.received[0]?.source).not.toMatch(/^Bcc:/im);
  });

  it('delivers one mail per run and recipient, and records the result', async () => {
    const server = await startMailServer((address) => (address.startsWith('gone') ? 550 : undefined));
    const deliver = (to: string) =>
      db().transaction((trx) =>
        deliverByMail({ outbox: outbox(), jobs }, trx, [
          { ...sampleMail(''), to, item: '', run: { id: runId, clientId: 7 } },
        ]),
      );
    const runId = (await db().transaction((trx) =>
      jobs.add(trx, { kind: 'report', ownerId: '1', slotKey: '2026-01-01' }),
    ))!;
    expect(await deliver('ana@users.example')).toBe(1);
    expect(await deliver('ana@users.example')).toBe(0);
    expect(await deliver('gone@users.example')).toBe(1);
    await withTransport(server.url, async (transport) => {
      expect(await send(transport)).toBe(2);
    });
    await server.stop();
    const deliveries = await db().kysely.selectFrom('delivery').selectAll().orderBy('recipient').execute();
    const [ana, gone] = deliveries;
    expect(ana).toMatchObject({ recipient: 'ana@users.example', state: 'sent', attempts: 1, client_id: 7 });
    expect(ana?.response).toMatch(/^250/);
    expect(gone).toMatchObject({ recipient: 'gone@users.example', state: 'failed', attempts: 1 });
    expect(gone?.last_error).toContain('550');
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.source).toContain(`Message-ID: ${deliveries[0]?.message_id}`);
  });

  it('keeps files for a week and mails for a month if there is no mail server', async () => {
    await outbox().queue(shared);
    const files = () => db().kysely.selectFrom('outbox_attachment').select('id').execute();
    pass(attachmentDays * 86_400 - 60);
    await pruneMails(db(), { mailDays, attachmentDays }, now);
    expect(await files()).toHaveLength(2);
    pass(120);
    await pruneMails(db(), { mailDays, attachmentDays }, now);
    expect(await files()).toHaveLength(0);
    expect(await mails()).toHaveLength(1);
    pass((mailDays - attachmentDays) * 86_400);
    expect(await pruneMails(db(), { mailDays, attachmentDays }, now)).toBe(1);
    expect([await mails(), await runs()]).toEqual([[], []]);
  });

  it('fails the delivery of a mail that has waited for a month', async () => {
    await db().transaction(async (trx) => {
      const id = await jobs.add(trx, { kind: 'report', ownerId: '1', slotKey: 'once' });
      const run = { id: id ?? '', clientId: 7 };
      const mail = { ...sampleMail(''), to: 'ana@users.example', item: '', run };
      await deliverByMail({ outbox: outbox(), jobs }, trx, [mail]);
    });
    pass(mailDays * 86_400 + 60);
    await pruneMails(db(), { mailDays, attachmentDays }, now);
    const deliveries = await db().kysely.selectFrom('delivery').select(['state', 'last_error']).execute();
    expect(deliveries).toEqual([{ state: 'failed', last_error: 'The email was not sent within 30 days.' }]);
  });

  it('is part of the transaction that queues a mail', async () => {
    const work = db().transaction(async (trx) => {
      await outbox().queue(sampleMail('zoe@users.example'), trx);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await mails()).toEqual([]);
  });

  const shared: Mail = {
    ...sampleMail(''),
    to: [
      { type: 'To', name: 'Größer, "Ana"', address: 'ana@users.example' },
      { type: 'Cc', name: 'Ωmega', address: 'omega@users.example' },
      { type: 'Bcc', name: 'Hidden', address: 'blindcopy@users.example' },
    ],
    author: { name: 'Uma User', address: 'uma@company.example' },
    attachments: [
      { name: 'Activity Report.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF-\0\xff') },
      { name: 'Größe.txt', mediaType: 'text/plain', content: Buffer.from('Ω') },
    ],
  };

  it('is sent to all recipients on behalf of its author, without revealing Bcc', async () => {
    const server = await startMailServer();
    await outbox().queue(shared);
    await withTransport(server.url, async (transport) => {
      expect(await send(transport)).toBe(1);
    });
    await server.stop();
    const [received] = server.received;
    expect(received).toMatchObject({
      from: 'no-reply@readerlens.example',
      to: ['ana@users.example', 'omega@users.example', 'blindcopy@users.example'],
    });
    expect(received?.source).not.toMatch(/blindcopy/i);
    const author = { name: 'Uma User', address: 'uma@company.example' };
    expect(await PostalMime.parse(received?.source ?? '')).toMatchObject({
      from: author,
      sender: { address: 'no-reply@readerlens.example' },
      replyTo: [author],
      to: [{ name: 'Größer, "Ana"', address: 'ana@users.example' }],
      cc: [{ name: 'Ωmega', address: 'omega@users.example' }],
    });
  });

  it('sends files unchanged, and then deletes them', async () => {
    const server = await startMailServer();
    await outbox().queue(shared);
    await withTransport(server.url, async (transport) => {
      await send(transport);
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

  it('keeps its files until it is sent', async () => {
    const server = await startMailServer(() => 451);
    await outbox().queue(shared);
    await withTransport(server.url, async (transport) => {
      await send(transport);
    });
    await server.stop();
    expect(await mails()).toMatchObject([{ status: 'queued' }]);
    expect(await db().kysely.selectFrom('outbox_attachment').select('name').execute()).toHaveLength(2);
  });

  it('records which recipients were rejected', async () => {
    const server = await startMailServer((address) => (address.startsWith('omega') ? 550 : undefined));
    await outbox().queue(shared);
    await withTransport(server.url, async (transport) => {
      await send(transport);
    });
    await server.stop();
    expect(server.received[0]?.to).toEqual(['ana@users.example', 'blindcopy@users.example']);
    expect(await mails()).toMatchObject([{ status: 'sent', last_error: 'Refused for omega@users.example' }]);
  });

  it('allows no header injection in names of recipients, authors or files', async () => {
    const server = await startMailServer();
    const breaking = 'A\r\nBcc: spy@x.example\r\nX-Evil: 1';
    await outbox().queue({
      ...shared,
      to: [{ type: 'To', name: breaking, address: 'ana@users.example' }],
      author: { name: breaking, address: 'uma@company.example' },
      attachments: [{ name: breaking, mediaType: 'text/plain', content: Buffer.from('') }],
    });
    await withTransport(server.url, async (transport) => {
      await send(transport);
    });
    await server.stop();
    expect(server.received).toMatchObject([{ to: ['ana@users.example'] }]);
    expect(server.received[0]?.source).not.toMatch(/^(Bcc|X-Evil):/im);
  });

  it('allows no header injection in an address or a subject', async () => {
    const server = await startMailServer();
    const mail = {
      ...sampleMail('a@users.example\r\nBcc: spy@x.example'),
      subject: 'Hello\r\nBcc: spy@x.example',
    };
    await outbox().queue(mail);
    await withTransport(server.url, async (transport) => {
      await send(transport);
    });
    await server.stop();
    expect(server.received.flatMap(({ to }) => to)).not.toContain('spy@x.example');
    for (const { source } of server.received) expect(source).not.toMatch(/^Bcc:/im);
  });
});

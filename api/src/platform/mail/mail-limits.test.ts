import { attachmentDays, mailDays } from '../../deadlines.ts';
import { readConfig } from '../config.ts';
import { createJobQueue } from '../jobs/index.ts';
import { secondsAfter } from '../time.ts';
import { addUser, describeOnEachEngine } from '../testing/index.ts';
import { normalizeMailbox, mailKinds } from './mail-limits.ts';
import type { MailKind } from './mail-limits.ts';
import { pruneMails } from './mail-retention.ts';
import type { Mail } from './mail.ts';
import { createOutbox } from './outbox.ts';
import { sendDueMails } from './testing/send-due-mails.ts';

const kinds = Object.keys(mailKinds) as MailKind[];
const perHour = 3;
const perDay = 5;
const small = { hour: perHour, day: perDay };
const hour = 3600;

describe('normalizeMailbox', () => {
  it.each(['Ana@Lab.example', ' ana@lab.example ', 'ana+1@lab.example', 'ANA+a+b@lab.example'])(
    'knows %j as one address',
    (address) => expect(normalizeMailbox(address)).toBe('ana@lab.example'),
  );
});

describeOnEachEngine('the limits of mails', (db) => {
  let now = new Date('2026-03-02T12:00:00Z');
  const clock = () => now;
  const limits = { sender: small, security: small, personal: small, routine: small };
  const outboxWith = (mailLimits = limits) =>
    createOutbox({
      db: db(),
      jobs: createJobQueue(clock),
      config: { ...readConfig({}), mailLimits },
    });
  const unlimited = { hour: 1000, day: 1000 };
  const mailTo = (to: Mail['to'], kind: MailKind, sender: number | null = null): Mail => ({
    kind,
    sender,
    clientId: null,
    to,
    subject: 'Hello',
    text: 'x',
    html: 'x',
  });
  const mails = () => db().kysely.selectFrom('outbox_mail').selectAll().orderBy('id').execute();
  const times = async () => {
    const at = (await mails()).map((mail) => (mail.deferred_until ?? mail.created_at).getTime() / 1000);
    return at.toSorted((a, b) => a - b);
  };
  /** The highest number of times in any period of so many seconds. */
  const most = (all: readonly number[], seconds: number) =>
    Math.max(...all.map((from) => all.filter((at) => at >= from && at < from + seconds).length));
  const findStatus = (work: Promise<unknown>) =>
    work.then(
      () => 200,
      (error: { status: number }) => error.status,
    );

  afterEach(async () => {
    for (const table of ['outbox_mail', 'job_run', 'mail_count'] as const)
      await db().kysely.deleteFrom(table).execute();
    now = secondsAfter(now, 10 * 24 * hour);
  });

  it.each(kinds)('hold for %s to one address, by several processes and in all spellings', async (kind) => {
    const processes = [outboxWith(), outboxWith()];
    const spellings = ['Ana@lab.example', 'ana+1@lab.example', ' ana@LAB.example'];
    const cause = (index: number) => {
      const outbox = processes[index % 2]!;
      const address = spellings[index % 3]!;
      // An action without a mail of its own.
      if (kind !== 'reportNow') return outbox.queue(mailTo(address, kind));
      const action = { kind, sender: null, addresses: [address] };
      return db().transaction(async (trx) => {
        await outbox.count(action, trx);
        await outbox.queue(mailTo('other@lab.example', 'alert'), trx);
      });
    };
    const answers: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const work = Array.from({ length: 4 }, (_, index) => findStatus(cause(index)));
      answers.push(...(await Promise.all(work)));
      now = secondsAfter(now, 600);
    }
    const isDeferred = mailKinds[kind].over === 'defer';
    expect(answers.filter((status) => status === 429)).toHaveLength(isDeferred ? 0 : 12 - perHour);
    const all = await times();
    expect(all).toHaveLength(isDeferred ? 12 : perHour);
    expect([most(all, hour), most(all, 24 * hour)]).toEqual(
      isDeferred ? [perHour, perDay] : [perHour, perHour],
    );
    now = secondsAfter(now, hour);
    expect(await findStatus(cause(0))).toBe(200);
  });

  it('hold for what one person causes, whatever its recipients', async () => {
    const { id } = await addUser(db());
    const outbox = outboxWith({ ...limits, personal: unlimited, routine: unlimited });
    const recipients = (...names: string[]) =>
      names.map((name) => ({ type: 'To' as const, name, address: `${name}@lab.example` }));
    await outbox.queue(mailTo(recipients('ana', 'bo'), 'share', id));
    const both = outbox.queue(mailTo(recipients('cy', 'di'), 'share', id));
    await expect(both).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': String(hour) },
      message:
        'The limit of emails that one person sends is reached: 3 per hour and 5 per day. Please try again in 60 minutes.',
    });
    await outbox.queue(mailTo('ed@lab.example', 'registration', id));
    expect(await findStatus(outbox.queue(mailTo('flo@lab.example', 'alertTest', id)))).toBe(429);
    // The mails of a report that was sent by hand wait instead.
    await outbox.queue(mailTo('gil@lab.example', 'report', id));
    const last = (await mails()).at(-1);
    expect(last).toMatchObject({ sender_id: id, kind: 'report', deferred_until: secondsAfter(now, hour) });
    await outbox.queue(mailTo('ana@lab.example', 'registration', (await addUser(db())).id));
  });

  it('are not reset when mails are deleted', async () => {
    const outbox = outboxWith();
    for (let mail = 0; mail < perHour; mail += 1) {
      await outbox.queue(mailTo('ana@lab.example', 'share'));
      await db().kysely.deleteFrom('outbox_mail').execute();
      await pruneMails(db(), { mailDays, attachmentDays }, now);
    }
    expect(await findStatus(outbox.queue(mailTo('ana@lab.example', 'share')))).toBe(429);
  });

  it('do not count a mail whose transaction fails', async () => {
    const outbox = outboxWith();
    for (let mail = 0; mail < 2 * perHour; mail += 1) {
      const work = db().transaction(async (trx) => {
        await outbox.queue(mailTo('ana@lab.example', 'share'), trx);
        throw new Error('changed my mind');
      });
      await expect(work).rejects.toThrow('changed my mind');
    }
    await outbox.queue(mailTo('ana@lab.example', 'share'));
  });

  it('of other mails leave those without which a person cannot log in', async () => {
    const outbox = outboxWith();
    const fill = async (kind: MailKind) => {
      for (let mail = 0; mail <= perHour; mail += 1)
        await findStatus(outbox.queue(mailTo('ana@lab.example', kind)));
    };
    for (const kind of kinds) if (kind !== 'password' && kind !== 'registrationAsked') await fill(kind);
    expect(await findStatus(outbox.queue(mailTo('ana@lab.example', 'password')))).toBe(200);
  });

  it('keep a deferred mail with its files until it is sent, and its run says why it waits', async () => {
    const outbox = outboxWith({ ...limits, routine: { hour: 1, day: 1 } });
    const attachments = [{ name: 'a.pdf', mediaType: 'application/pdf', content: Buffer.from('x') }];
    for (let day = 0; day < 10; day += 1)
      await outbox.queue({ ...mailTo('ana@lab.example', 'report'), attachments });
    const sent: (number | undefined)[] = [];
    const transport = {
      send: async (mail: { attachments: readonly unknown[] }) => {
        sent.push(mail.attachments.length);
        return { refused: [], response: '250' };
      },
      close: () => {},
    };
    await sendDueMails(db(), transport, clock);
    expect(sent).toEqual([1]);
    const waiting = await db()
      .kysely.selectFrom('job_run')
      .select(['error', 'next_at'])
      .where('state', '=', 'queued')
      .orderBy('next_at')
      .execute();
    expect(waiting).toHaveLength(9);
    expect(waiting[0]).toEqual({
      error: 'Waits for the limit of emails to one address: 1 per hour and 1 per day.',
      next_at: secondsAfter(now, 24 * hour),
    });
    now = secondsAfter(now, (attachmentDays + 1) * 24 * hour);
    await pruneMails(db(), { mailDays, attachmentDays }, now);
    await sendDueMails(db(), transport, clock);
    // No worker ran for eight days.
    expect(sent).toEqual([1, ...Array.from({ length: 8 }, () => 1)]);
    now = secondsAfter(now, 24 * hour);
    await sendDueMails(db(), transport, clock);
    expect(sent).toHaveLength(10);
  });
});

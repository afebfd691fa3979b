// Generated from the registries of mails and runs: a new one fails here until decision 31 says what happens when it fails.
import { readFileSync } from 'node:fs';
import type { JobRun } from '@readerlens/contract';
import { jobKinds } from './job-kinds.ts';
import { createRunner } from './platform/jobs/index.ts';
import type { JobKind } from './platform/jobs/index.ts';
import { mailKinds } from './platform/mail/mail-limits.ts';
import type { MailKind } from './platform/mail/mail-limits.ts';
import { sendDueMails } from './platform/mail/testing/send-due-mails.ts';
import { startMailServer } from './platform/mail/testing/mail-server.ts';
import { smtpTransport } from './platform/mail/transport.ts';
import type { MailTransport } from './platform/mail/transport.ts';
import { addUser, describeOnOneEngine, testApi } from './platform/testing/index.ts';

const decision = new URL('../../docs/decisions/0031-failed-deliveries.md', import.meta.url);
/** No mail, but a decision of a person. */
const isMail = (kind: MailKind) => kind !== 'reportNow';
const mails = (Object.keys(mailKinds) as MailKind[]).filter(isMail);

/** The names after 'mails' or 'runs' in the second column of the table. */
const inTable = (what: 'mails' | 'runs'): string[] =>
  readFileSync(decision, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const cell = line.split('|')[2]?.trim() ?? '';
      return cell.startsWith(what) ? [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name) : [];
    });

describeOnOneEngine('what fails for good', (db) => {
  const api = testApi({}, {}, db);
  let token: string;
  let isWorking: boolean;
  let server: Awaited<ReturnType<typeof startMailServer>>;
  let transport: MailTransport;
  beforeAll(async () => {
    server = await startMailServer(() => (isWorking ? undefined : 550));
    transport = smtpTransport(server.url, 'Readerlens <no-reply@readerlens.example>');
    token = await api().tokenFor(await addUser(db(), { role: 'Internal' }));
  });
  afterAll(async () => {
    transport.close();
    await server.stop();
  });
  beforeEach(() => {
    isWorking = false;
  });
  afterEach(() => db().kysely.deleteFrom('job_run').execute());

  const failed = async () => {
    const { body } = await api().call('GET /api/operations/runs', { token, query: { state: 'failed' } });
    return (body.data as { items: JobRun[] }).items;
  };
  const retryAll = async () => {
    for (const { id } of await failed())
      expect(
        (await api().call('POST /api/operations/runs/{id}/retry', { token, params: { id } })).status,
      ).toBe(200);
  };
  const names = () => jobKinds(transport, api().services, { info() {} }).map(({ name }) => name);

  it('is in the table of decision 31, every kind once', () => {
    expect(inTable('mails').toSorted()).toEqual(mails.toSorted());
    expect(inTable('runs').toSorted()).toEqual(names().toSorted());
  });

  it.each(mails)('is shown on Operations and sent after a retry: a mail of the kind %s', async (kind) => {
    const mail = {
      kind,
      sender: null,
      clientId: null,
      to: 'ana@x.example',
      subject: 's',
      text: 't',
      html: 'h',
    };
    await api().services.outbox.queue(mail);
    await sendDueMails(db(), transport);
    expect(await failed()).toMatchObject([{ kind: 'mail', about: 'ana@x.example' }]);
    isWorking = true;
    await retryAll();
    expect(await sendDueMails(db(), transport)).toBe(1);
    expect(await failed()).toEqual([]);
  });

  it('is shown on Operations and done after a retry: a run of every kind', async () => {
    const kinds = names().map((name): JobKind => ({
      name,
      concurrency: 1,
      leaseSeconds: 60,
      pauses: [],
      async handle() {
        if (!isWorking) throw new Error('The disk is full.');
      },
    }));
    const work = () => createRunner({ db: db(), kinds, logger: { warn() {}, error() {} } }).runDue();
    await db().transaction(async (trx) => {
      for (const name of names())
        await api().services.jobs.add(trx, { kind: name, ownerId: '1', slotKey: 'once' });
    });
    await work();
    const shown = await failed();
    expect(shown.map(({ kind }) => kind).toSorted()).toEqual(names().toSorted());
    expect(new Set(shown.map(({ error }) => error))).toEqual(new Set(['The disk is full.']));
    isWorking = true;
    await retryAll();
    await work();
    expect(await failed()).toEqual([]);
  });
});

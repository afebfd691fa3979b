import PostalMime from 'postal-mime';
import * as xlsx from 'xlsx';
import type { Alert, AlertListRow, AlertRunDetails } from '@readerlens/contract';
import type { UserRow } from '../../../people/tables.ts';
import { describeOnOneEngine, setDate, testApi } from '../../../platform/testing/index.ts';
import { mailKind } from '../../../platform/mail/mail-kind.ts';
import { startMailServer } from '../../../platform/mail/testing/mail-server.ts';
import { smtpTransport } from '../../../platform/mail/transport.ts';
import type { JobKind } from '../../../platform/jobs/index.ts';
import { runWorld } from '../testing/run-world.ts';

type Server = Awaited<ReturnType<typeof startMailServer>>;

describeOnOneEngine('mails of runs', (db) => {
  const world = runWorld(db);
  const api = testApi({}, {}, db);
  const { addActivities, addAlert, addPerson } = world;

  const withServer = async (
    rejectWith: (address: string) => number | undefined,
    work: (server: Server, kinds: readonly JobKind[]) => Promise<void>,
  ) => {
    const server = await startMailServer(rejectWith);
    const transport = smtpTransport(server.url, 'Readerlens <no-reply@readerlens.example>');
    try {
      const kinds: JobKind[] = [world.kind(), mailKind(transport, { kinds: () => kinds })];
      await work(server, kinds);
    } finally {
      transport.close();
      await server.stop();
    }
  };
  const parsed = ({ received }: Server) =>
    Promise.all(
      received.map(async ({ to, source }) => ({ to: to[0], mail: await PostalMime.parse(source) })),
    );
  const sentTo = async (server: Server) => (await parsed(server)).map(({ to, mail }) => [to, mail.subject]);
  /** The last run, as somebody sees it. */
  const detailsFor = async (user: UserRow) => {
    const [run] = (await world.runs()).toReversed();
    const { body } = await api().call('GET /api/notification-dashboard/{id}', {
      token: await api().tokenFor(user),
      params: { id: run?.id ?? '' },
    });
    return body.data as AlertRunDetails;
  };
  const deliveries = () =>
    db()
      .kysely.selectFrom('delivery')
      .select(['recipient', 'state', 'attempts'])
      .orderBy('recipient')
      .execute();

  it('link the run only to those who may open it', async () => {
    const owner = await addPerson();
    const other = await addPerson({ view_notifications: false });
    const id = await addAlert({ owner, recipients: [owner, other] });
    await addActivities({ at: '2026-03-02T13:00:00Z' });
    await world.runAt('2026-03-03T06:00:00Z');
    const mails = await world.mails();
    const readBody = ({ email }: UserRow) => {
      const { text_body, html_body } = mails.find(({ to_address }) => to_address === email) ?? {};
      return `${text_body} ${html_body}`;
    };
    expect(readBody(owner)).toContain(`/notifications/dashboard/${id}/`);
    expect(readBody(other)).toContain('1 new activity met the filters.');
    expect(readBody(other)).not.toMatch(/notifications\/dashboard|Open the results|undefined/);
    const { body } = await api().call('GET /api/notification/{id}', {
      token: await api().tokenFor(owner),
      params: { id },
    });
    const { targets } = body.data as Alert;
    expect(targets.map(({ viewsNotifications }) => viewsNotifications)).toEqual([true, false]);
  });

  it('are sent once to each recipient, with the file and the headers to unsubscribe', async () => {
    const owner = await addPerson();
    const other = await addPerson();
    const id = await addAlert({ owner, recipients: [owner, other], name: 'Zoë & friends' });
    await addActivities({ at: '2026-03-02T13:00:00Z', count: 2 });
    await withServer(
      () => undefined,
      async (server, kinds) => {
        await world.runAt('2026-03-03T06:00:00Z', kinds);
        await addActivities({ at: '2026-03-03T13:00:00Z' });
        await world.runAt('2026-03-04T06:00:00Z', kinds);
        const mails = await parsed(server);
        expect(mails.map(({ to }) => to ?? '').sort()).toEqual(
          [owner, owner, other, other].map(({ email }) => email).sort(),
        );
        expect(new Set(mails.map(({ mail }) => mail.messageId)).size).toBe(4);
        const stored = (await world.received()).map(({ message_id }) => message_id ?? '');
        expect(mails.map(({ mail }) => mail.messageId ?? '').sort()).toEqual(stored.sort());
        const [first] = mails;
        const headers = Object.fromEntries((first?.mail.headers ?? []).map(({ key, value }) => [key, value]));
        expect(headers['list-unsubscribe']).toMatch(
          new RegExp(`^<https://app\\.example/api/notification-unsubscribe/${id}\\.\\d+\\.[\\w-]{43}>$`),
        );
        expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
        expect(first?.mail.subject).toBe('Alert: Zoë & friends');
        const runs = await world.runs();
        expect(first?.mail.html).toContain(
          `href="https://app.example/notifications/dashboard/${id}/${runs[0]?.id}"`,
        );
        expect(first?.mail.text).toContain('2 new activities met the filters.');
        const [file] = first?.mail.attachments ?? [];
        expect(file?.filename).toBe('Zoë & friends 2026-03-03.xlsx');
        const { Sheets, SheetNames } = xlsx.read(file?.content);
        expect(xlsx.utils.sheet_to_json(Sheets[SheetNames[0] ?? ''] ?? {})).toHaveLength(2);
      },
    );
  });

  it('have a link of their own for each recipient', async () => {
    const owner = await addPerson();
    const other = await addPerson();
    await addAlert({ owner, recipients: [owner, other] });
    await addActivities({ at: '2026-03-02T13:00:00Z' });
    await world.runAt('2026-03-03T06:00:00Z');
    const links = (await world.mails()).map(({ text_body }) => /\/unsubscribe\/\S+/.exec(text_body)?.[0]);
    expect(links[0]).toContain(`.${owner.id}.`);
    expect(links[1]).toContain(`.${other.id}.`);
  });

  it('stop for a recipient whose address does not exist, and are tried again for one who is busy', async () => {
    const [owner, gone, busy] = [await addPerson(), await addPerson(), await addPerson()];
    await addAlert({ owner, recipients: [owner, gone, busy] });
    await addActivities({ at: '2026-03-02T13:00:00Z' });
    let isBusy = true;
    const codes = (address: string) => {
      if (address === gone.email) return 550;
      return address === busy.email && isBusy ? 451 : undefined;
    };
    await withServer(codes, async (server, kinds) => {
      await world.runAt('2026-03-03T06:00:00Z', kinds);
      expect(await sentTo(server)).toEqual([
        [owner.email, 'Alert: Visits'],
        [owner.email, 'Alert not delivered: Visits'],
      ]);
      isBusy = false;
      await world.runAt('2026-03-03T06:01:00Z', kinds);
      expect((await sentTo(server)).slice(2)).toEqual([[busy.email, 'Alert: Visits']]);
      await world.runAt('2026-03-03T20:00:00Z', kinds);
      expect(server.received).toHaveLength(3);
    });
    expect(await deliveries()).toEqual(
      [
        { recipient: owner.email, state: 'sent', attempts: 1 },
        { recipient: gone.email, state: 'failed', attempts: 1 },
        { recipient: busy.email, state: 'sent', attempts: 2 },
      ].sort((a, b) => a.recipient.localeCompare(b.recipient)),
    );
  });

  it('that fail are told to the owner once, and shown to those who manage the alert', async () => {
    const [owner, gone] = [await addPerson(), await addPerson()];
    await addAlert({ owner, recipients: [owner, gone] });
    let code: number | undefined = 550;
    const runOn = async (day: number, kinds: readonly JobKind[]) => {
      await addActivities({ at: `2026-03-0${day - 1}T13:00:00Z` });
      await world.runAt(`2026-03-0${day}T06:00:00Z`, kinds);
    };
    const shownTo = async (user: UserRow) => {
      const token = await api().tokenFor(user);
      const list = await api().call('POST /api/notifications/search', { token, body: {} });
      const { items } = list.body.data as { items: AlertListRow[] };
      return [items[0]?.undeliveredTo, (await detailsFor(user)).undeliveredTo];
    };
    await withServer(
      (address) => (address === gone.email ? code : undefined),
      async (server, kinds) => {
        const told = async () =>
          (await sentTo(server)).filter(([, subject]) => subject === 'Alert not delivered: Visits').length;
        await runOn(3, kinds);
        expect(await told()).toBe(1);
        expect(await shownTo(owner)).toEqual([[gone.email], [gone.email]]);
        expect(await shownTo(gone)).toEqual([[], []]);
        await runOn(4, kinds);
        expect(await told()).toBe(1);
        code = undefined;
        await runOn(5, kinds);
        expect(await shownTo(owner)).toEqual([[], []]);
        code = 550;
        await runOn(6, kinds);
        expect(await told()).toBe(2);
      },
    );
  });

  it('that wait for a limit are shown to those who manage the alert', async () => {
    const [owner, busy] = [await addPerson(), await addPerson()];
    await addAlert({ owner, recipients: [owner, busy] });
    await addActivities({ at: '2026-03-02T13:00:00Z' });
    world.time.set('2026-03-03T05:30:00Z');
    const { outbox, config } = world.services();
    const one = { kind: 'alertTest', sender: null, addresses: [busy.email] } as const;
    await db().transaction(async (trx) => {
      for (let mail = 0; mail < config.mailLimits.routine.hour; mail += 1) await outbox.count(one, trx);
    });
    await world.runAt('2026-03-03T06:00:00Z');
    setDate(new Date('2026-03-03T06:00:00Z'));
    expect((await detailsFor(owner)).deferred).toEqual([
      { to: busy.email, until: '2026-03-03T06:30:00.000Z' },
    ]);
    expect((await detailsFor(busy)).deferred).toEqual([]);
    setDate(new Date('2026-03-03T06:30:00Z'));
    expect((await detailsFor(owner)).deferred).toEqual([]);
    jest.useRealTimers();
  });
});

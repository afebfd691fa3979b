import * as xlsx from 'xlsx';
import { describeOnOneEngine, setDate, testApi } from '../../../platform/testing/index.ts';
import type { UserRow } from '../../../people/tables.ts';
import { changeRule, runWorld, seriesRule } from '../testing/run-world.ts';
import type { NewAlert } from '../testing/run-world.ts';

const blinded = { 'x-readerlens-blinded': 'true' };

describeOnOneEngine('the file of a run', (db) => {
  const api = testApi({}, {}, db);
  const world = runWorld(db);
  const { addActivities, addAlert, addPerson } = world;
  afterEach(() => jest.useRealTimers());

  const request = async (user: UserRow, call: string, headers: Record<string, string> = {}) => {
    const [method, url] = call.split(' ') as ['GET', string];
    const authorization = `Bearer ${await api().tokenFor(user)}`;
    return api().app.inject({ method, url, headers: { authorization, ...headers } });
  };
  const readSheetRows = (content: Uint8Array): string[][] => {
    const { Sheets, SheetNames } = xlsx.read(content);
    return xlsx.utils.sheet_to_json(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1, raw: false });
  };
  const downloadFile = async (user: UserRow, headers: Record<string, string> = {}) => {
    const [run] = await world.runs();
    return request(user, `GET /api/notification-dashboard/${run?.id ?? ''}/file`, headers);
  };
  const column = (rows: string[][], title: string): unknown[] => {
    const place = rows[0]?.indexOf(title) ?? -1;
    return rows.slice(1).map((row) => row[place]);
  };
  const runFor = async (alert: NewAlert) => {
    await addAlert(alert);
    await addActivities({ at: '2026-03-02T13:00:00Z', count: 3, organisationId: 1 });
    await addActivities({ at: '2026-03-02T13:00:00Z', readerId: 2, communityId: 2 });
    await world.runAt('2026-03-03T06:00:00Z');
  };

  it('has the activities that a Specific alert reported', async () => {
    const owner = await addPerson();
    await runFor({ owner });
    await addActivities({ at: '2026-03-04T13:00:00Z', readerId: 3 });
    const { statusCode, rawPayload, headers } = await downloadFile(owner);
    expect(statusCode).toBe(200);
    expect(headers['content-disposition']).toContain('filename="Visits 2026-03-03.xlsx"');
    expect(
      column(readSheetRows(rawPayload), 'Email').sort((a, b) => String(a).localeCompare(String(b))),
    ).toEqual(['reader1@x.example', 'reader1@x.example', 'reader1@x.example', 'reader2@x.example']);
    const { body } = await api().call('GET /api/notification-dashboard/{id}', {
      token: await api().tokenFor(owner),
      params: { id: (await world.runs())[0]?.id ?? '' },
    });
    expect(body.data).toMatchObject({ reportFileName: 'Visits 2026-03-03.xlsx' });
    const audit = db().kysely.selectFrom('audit_event').select('detail').where('actor_id', '=', owner.id);
    expect(await audit.execute()).toEqual([
      { detail: { alertRun: expect.anything(), masked: false, format: 'xlsx' } },
    ]);
  });

  it('has the current activities of those that a series reported', async () => {
    const owner = await addPerson();
    await addActivities({ at: '2026-01-20T13:00:00Z' });
    await runFor({ owner, rule: seriesRule });
    const { rawPayload } = await downloadFile(owner);
    expect(column(readSheetRows(rawPayload), 'Email')).toEqual(
      Array.from({ length: 3 }, () => 'reader1@x.example'),
    );
  });

  it('has the baseline of those that fell silent, and says so wherever the file is offered', async () => {
    const owner = await addPerson();
    await addAlert({ owner, rule: changeRule });
    // Older than both windows, so that the history of the client is complete.
    await addActivities({ at: '2025-10-01T13:00:00Z', readerId: 9 });
    await addActivities({ at: '2026-01-15T13:00:00Z', count: 3, organisationId: 1 });
    await addActivities({ at: '2026-01-15T13:00:00Z', count: 6, organisationId: 2, readerId: 2 });
    await addActivities({ at: '2026-02-15T13:00:00Z', count: 1, organisationId: 2, readerId: 3 });
    await world.runAt('2026-03-03T06:00:00Z');
    const note =
      'For organizations without activities in the current period, the file lists those of the baseline.';
    const { rawPayload } = await downloadFile(owner);
    expect(column(readSheetRows(rawPayload), 'Email').map(String).sort()).toEqual([
      ...Array.from({ length: 3 }, () => 'reader1@x.example'),
      'reader3@x.example',
    ]);
    expect(JSON.stringify(xlsx.read(rawPayload).Sheets['About'])).toContain(note);
    const [mail] = await world.mails();
    expect(mail?.text_body).toContain(note);
    const { body } = await api().call('GET /api/notification-dashboard/{id}', {
      token: await api().tokenFor(owner),
      params: { id: (await world.runs())[0]?.id ?? '' },
    });
    expect(body.data).toMatchObject({ totalMatched: 2, fileNote: note });
  });

  it('has what the person may see now, and no columns that were withdrawn', async () => {
    const owner = await addPerson({ role: 'Internal', clients: [], communities: [] });
    const client = await addPerson({ communities: [1] });
    await runFor({ owner, recipients: [owner, client], exportColumns: ['email', 'revenue'] });
    expect(readSheetRows((await downloadFile(owner)).rawPayload)[0]).toContain('Revenue');
    const rows = readSheetRows((await downloadFile(client)).rawPayload);
    expect(rows).toHaveLength(4);
    expect(rows[0]).not.toContain('Revenue');
    await db()
      .kysely.updateTable('user_community')
      .set({ community_id: 2 })
      .where('user_id', '=', client.id)
      .execute();
    expect(column(readSheetRows((await downloadFile(client)).rawPayload), 'Email')).toEqual([
      'reader2@x.example',
    ]);
  });

  it('is masked in Blinded Mode', async () => {
    const owner = await addPerson();
    await runFor({ owner, name: 'Aurelis visits' });
    const { rawPayload, headers } = await downloadFile(owner, blinded);
    expect(JSON.stringify(readSheetRows(rawPayload))).not.toContain('x.example');
    expect(String(headers['content-disposition'])).not.toContain('Aurelis');
    expect(Buffer.from(rawPayload).includes('Aurelis')).toBe(false);
  });

  it('is for recipients only', async () => {
    const owner = await addPerson();
    await runFor({ owner });
    for (const stranger of [await addPerson(), await addPerson({ role: 'SystemAdmin' })])
      expect((await downloadFile(stranger)).statusCode).toBe(404);
    expect((await request(owner, 'GET /api/notification-dashboard/x/file')).statusCode).toBe(404);
  });

  it('is refused once the owner may not use the filters any more', async () => {
    const owner = await addPerson();
    const other = await addPerson();
    await runFor({ owner, rule: seriesRule, recipients: [owner, other] });
    await db().kysely.deleteFrom('user_client').where('user_id', '=', owner.id).execute();
    expect((await downloadFile(other)).statusCode).toBe(409);
  });

  describe('preview', () => {
    const openPreview = async (user: UserRow, alertId: string, headers: Record<string, string> = {}) => {
      setDate(new Date('2026-03-03T12:00:00Z'));
      return request(user, `GET /api/notification-mail/${alertId}/preview`, headers);
    };
    const sendTest = async (user: UserRow, alertId: string, headers: Record<string, string> = {}) => {
      setDate(new Date('2026-03-03T12:00:00Z'));
      return request(user, `POST /api/notification-mail/${alertId}/test`, headers);
    };
    const files = () => db().kysely.selectFrom('outbox_attachment').selectAll().execute();

    it('shows the mail of the last run with a match for the caller', async () => {
      const owner = await addPerson();
      const id = await addAlert({ owner, rule: { type: 'SpecificActivityNotification' } });
      await addActivities({ at: '2026-02-27T13:00:00Z', count: 2 });
      await addActivities({ at: '2026-02-24T13:00:00Z', count: 5 });
      expect((await openPreview(owner, id)).json()).toMatchObject({
        data: {
          text: expect.stringContaining('2 new activities met the filters.'),
          totalMatched: 2,
          runOn: expect.stringMatching(/^2026-02-28T/),
        },
      });
      await sendTest(owner, id);
      const [file] = await files();
      expect([file?.name, readSheetRows(file?.content ?? new Uint8Array()).length]).toEqual([
        'Visits 2026-02-28.xlsx',
        3,
      ]);
    });

    it('shows the mail of the latest slot, and stores nothing', async () => {
      const owner = await addPerson();
      const id = await addAlert({ owner, rule: seriesRule });
      await addActivities({ at: '2026-03-02T13:00:00Z', count: 3 });
      const { data } = (await openPreview(owner, id)).json<{ data: Record<string, string> }>();
      expect(data.subject).toBe('Alert: Visits');
      expect(data.text).toContain('1 reader had at least 3 activities in 1 month.');
      expect(data.html).toContain('First1 Last1');
      expect(await world.runs()).toEqual([]);
      expect(await world.mails()).toEqual([]);
    });

    it('says if nothing matched', async () => {
      const owner = await addPerson();
      const id = await addAlert({ owner, rule: changeRule });
      expect((await openPreview(owner, id)).json()).toMatchObject({
        data: {
          text: expect.stringContaining(
            'Nothing matched. Only these activities count: activities for Aurelis.\n\nA run without a match sends no email.',
          ),
          totalMatched: 0,
          runOn: expect.stringMatching(/^2026-03-03T/),
        },
      });
    });

    it('is sent to the caller as a test, with what both the owner and the caller may see', async () => {
      const owner = await addPerson({ communities: [2] });
      const admin = await addPerson({ role: 'Internal', notification_claim_level: 'Admin' });
      const id = await addAlert({ owner, rule: { type: 'SpecificActivityNotification' } });
      await addActivities({ at: '2026-03-02T13:00:00Z', count: 3 });
      await addActivities({ at: '2026-03-02T13:00:00Z', readerId: 2, communityId: 2 });
      const answer = await sendTest(admin, id);
      expect(answer.json()).toMatchObject({ data: { sentTo: admin.email } });
      expect(await world.mails()).toMatchObject([
        {
          to_address: admin.email,
          subject: 'Test: Alert: Visits',
          text_body: expect.stringContaining('1 new activity met the filters.'),
        },
      ]);
      const [file] = await files();
      expect(file?.name).toBe('Visits 2026-03-03.xlsx');
      expect(column(readSheetRows(file?.content ?? new Uint8Array()), 'Email')).toEqual([
        'reader2@x.example',
      ]);
    });

    it('is masked in Blinded Mode, also as a test', async () => {
      const owner = await addPerson();
      const id = await addAlert({ owner, name: 'Aurelis visits' });
      await addActivities({ at: '2026-03-02T13:00:00Z', organisationId: 1 });
      const preview = await openPreview(owner, id, blinded);
      await sendTest(owner, id, blinded);
      const [mail] = await world.mails();
      const [file] = await files();
      const shown = [
        preview.payload,
        mail?.subject,
        mail?.html_body,
        mail?.text_body,
        file?.name,
        JSON.stringify(readSheetRows(file?.content ?? new Uint8Array())),
      ].join();
      for (const name of ['Aurelis', 'First1', 'Acme', 'x.example,']) expect(shown).not.toContain(name);
      expect(shown).toContain('Reader ');
    });

    it('is for people who manage the alert', async () => {
      const owner = await addPerson();
      const recipient = await addPerson();
      const id = await addAlert({ owner, recipients: [owner, recipient] });
      expect((await openPreview(recipient, id)).statusCode).toBe(403);
      expect((await sendTest(recipient, id)).statusCode).toBe(403);
      expect((await openPreview(await addPerson(), id)).statusCode).toBe(404);
      expect(await world.mails()).toEqual([]);
    });
  });
});

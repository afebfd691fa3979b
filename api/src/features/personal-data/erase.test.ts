import { sql } from 'kysely';
import type { CallData, Calls, PersonalDataRequest } from '@readerlens/contract';
import { blindedHeader } from '@readerlens/contract';
import { unknownClientMessage } from '@readerlens/contract/messages';
import {
  clientsWithoutReaderMessage,
  emailInReferenceMessage,
} from '@readerlens/contract/personal-data/messages';
import { planted } from '../../activities/testing/planted-activity.ts';
import type { PlantedActivity } from '../../activities/testing/planted-activity.ts';
import { importText } from '../../data/import/testing/import-files.ts';
import { addUser, describeOnOneEngine } from '../../platform/testing/index.ts';
import { email, fullName, importedHeader, plantedReader, words } from './testing/planted-reader.ts';

type Outcome = CallData<Calls['POST /api/personal-data/erase']>;
type Found = CallData<Calls['POST /api/personal-data/find']>;

describeOnOneEngine('erasing a reader', (db) => {
  const planting = plantedReader(db);
  const { world, files, findWords, countActivities, importReader, uploadReader } = planting;
  let activity: PlantedActivity;
  let admin: string;
  beforeAll(async () => {
    activity = planting.activity();
    admin = planting.admin();
    await nameThingsAfterReader();
  });
  /** What people do to alerts, lists and the searches of others is in the audit log, which nobody can change. */
  const nameThingsAfterReader = async () => {
    const name = `Watch ${email}`;
    const clientId = String(activity.clientId);
    const { id } = await addUser(db(), { role: 'Client' });
    await db()
      .kysely.insertInto('user_client')
      .values({ user_id: id, client_id: activity.clientId })
      .execute();
    const token = await world().tokenOf({ role: 'Admin', notification_claim_level: 'Admin' });
    const done = async (call: Parameters<ReturnType<typeof world>['call']>[0], request: object) => {
      const { status, body } = await world().call(call, { token, ...request });
      expect([call, status]).toEqual([call, 200]);
      const data = body.data as { id?: string; list?: { id: string } } | null;
      return { params: { id: data?.id ?? data?.list?.id ?? '' } };
    };
    const alert = await done('POST /api/notification', {
      body: {
        name: `Watch ${fullName}`,
        type: 'SpecificActivityNotification',
        subject: { kind: 'Reader', id: String(activity.readerId) },
      },
    });
    await done('PUT /api/notification/{id}/name', { ...alert, body: { name: `${name} ${fullName}` } });
    const list = await done('POST /api/account-lists', { body: { clientId, name, organizationIds: [] } });
    await done('PATCH /api/account-lists/{id}', { ...list, body: { name: `${name} 2` } });
    const search = await done('POST /api/saved-searches', {
      body: {
        userId: String(id),
        name,
        filters: [
          { field: 'RelativeDateRange', value: '-90d' },
          { field: 'Clients', value: [{ id: clientId }] },
        ],
        indices: [],
      },
    });
    await done('PATCH /api/saved-searches/{id}', { ...search, body: { name: `${name} 2` } });
    await done('DELETE /api/saved-searches/{userId}/{id}', {
      params: { userId: String(id), ...search.params },
    });
  };

  const erase = (body: object, token = admin) =>
    world().call('POST /api/personal-data/erase', {
      token,
      body: { readerIds: [String(activity.readerId)], keep: [], ...body },
    });

  it('finds the reader by e-mail with activities and registrations', async () => {
    const { body } = await world().call('POST /api/personal-data/find', {
      token: admin,
      body: { email: ` ${email.toUpperCase()} ` },
    });
    const { readers, registrations } = body.data as Found;
    expect(readers).toEqual([
      expect.objectContaining({
        id: String(activity.readerId),
        name: fullName,
        activities: 1,
        registrations: 3,
        isErased: false,
        clients: [{ id: String(activity.clientId), name: planted.Clients, activities: 1, registrations: 3 }],
      }),
    ]);
    expect(registrations).toBe(3);
  });

  it('exports all that is stored, as JSON and as PDF', async () => {
    const ask = (format: string) =>
      world().call('POST /api/personal-data/export', {
        token: admin,
        body: { readerIds: [String(activity.readerId)], format, reference: 'Case 7' },
      });
    const json = (await ask('json')).bytes;
    const text = new TextDecoder().decode(json);
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
    expect(JSON.parse(text)).toMatchObject({
      readers: [{ activities: [{ specifics: planted.SpecificsText }], isExcluded: true, webinars: [{}] }],
    });
    const pdf = (await ask('pdf')).bytes;
    expect(new TextDecoder().decode(pdf.slice(0, 5))).toBe('%PDF-');
  });

  it('exports what some clients have, and refuses those that do not exist or know nothing of the reader', async () => {
    const ask = (clientIds: readonly string[]) =>
      world().call('POST /api/personal-data/export', {
        token: admin,
        body: { readerIds: [String(activity.readerId)], clientIds },
      });
    const read = async (clientId: number) => {
      const { readers } = JSON.parse(new TextDecoder().decode((await ask([String(clientId)])).bytes)) as {
        readers: Record<'activities' | 'events' | 'newsletters' | 'webinars', object[]>[];
      };
      const [{ activities, webinars, events, newsletters } = readers[0]!] = readers;
      return [activities, webinars, events, newsletters].map(({ length }) => length);
    };
    const other = await world().add('client', { name: 'Without activities' });
    expect(await read(activity.clientId)).toEqual([1, 1, 1, 1]);
    for (const [clientIds, message] of [
      [['987654'], unknownClientMessage],
      [[String(other)], clientsWithoutReaderMessage],
      [[String(activity.clientId), String(other)], clientsWithoutReaderMessage],
    ] as const)
      expect(await ask(clientIds)).toMatchObject({
        status: 400,
        body: { details: [{ path: 'clientIds', message }] },
      });
    const { body } = await world().call('GET /api/personal-data/requests', { token: admin });
    expect((body.data as PersonalDataRequest[])[0]).toMatchObject({
      kind: 'export',
      clients: [planted.Clients],
    });
  });

  it.each([
    ['staff without the role', async () => world().tokenOf({ role: 'Internal' }), {}, 403],
    ['an administrator in Blinded Mode', async () => admin, { [blindedHeader]: 'true' }, 403],
  ])('refuses %s', async (_, findToken, headers, status) => {
    const token = await findToken();
    for (const [call, body] of [
      ['POST /api/personal-data/find', { email }],
      ['POST /api/personal-data/export', { readerIds: [String(activity.readerId)] }],
      ['POST /api/personal-data/erase', { readerIds: [String(activity.readerId)], keep: [] }],
    ] as const)
      expect(await world().call(call, { token, headers, body })).toMatchObject({ status });
    expect((await world().call('GET /api/personal-data/requests', { token, headers })).status).toBe(status);
  });

  it('corrects only what is sent, and refuses what cannot be stored at its field', async () => {
    const correct = (values: object, readerId = String(activity.readerId)) =>
      world().call('POST /api/personal-data/correct', { token: admin, body: { readerId, values } });
    expect(await correct({ email: 'nobody', firstName: 'x\ny', city: 'Oslo' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'values.firstName' }, { path: 'values.email' }] },
    });
    expect(await correct({})).toMatchObject({ status: 400, body: { details: [{ path: 'values' }] } });
    expect(await correct({ city: 'x' }, '987654')).toMatchObject({
      status: 400,
      body: { details: [{ path: 'readerId' }] },
    });
    expect(await correct({ company: ' zqcompany 2 ', state: null })).toMatchObject({ status: 200 });
    const { rows } = await sql<object>`
      SELECT company, state, city, email FROM reader WHERE id = ${activity.readerId}`.execute(db().kysely);
    expect(rows).toEqual([{ company: 'zqcompany 2', state: null, city: planted.City, email }]);
  });

  it('refuses an e-mail in the reference of a case, which would stay in the audit log', async () => {
    const readerId = String(activity.readerId);
    const readerIds = [readerId];
    for (const [call, body] of [
      ['export', { readerIds }],
      ['correct', { readerId, values: { city: 'x' } }],
      ['erase', { readerIds, keep: [] }],
      ['restrict', { readerId, reason: 'Contested' }],
      ['lift', { readerId }],
    ] as const) {
      const request = { token: admin, body: { ...body, reference: `Case of ${email}` } };
      expect([call, await world().call(`POST /api/personal-data/${call}`, request)]).toMatchObject([
        call,
        { status: 400, body: { details: [{ path: 'reference', message: emailInReferenceMessage }] } },
      ]);
    }
  });

  it('refuses an unknown reader, and leaves everything', async () => {
    expect(await erase({ readerIds: [String(activity.readerId), '987654'] })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'readerIds' }] },
    });
    expect(await findWords()).not.toEqual([]);
  });

  it('leaves nothing of the reader anywhere, while activities count on', async () => {
    const before = await countActivities();
    const { status, body } = await erase({ keep: [], reference: 'Case 7' });
    expect(status).toBe(200);
    const { readers, activities, changes, sharedEmails } = body.data as Outcome;
    expect({ readers, activities, sharedEmails }).toEqual({ readers: 1, activities: 1, sharedEmails: 0 });
    expect(changes).toContainEqual({ table: 'webinar_registrant', rows: 1 });
    expect(await findWords()).toEqual([]);
    expect(await countActivities()).toEqual(before);
    const { rows } = await sql<{ text: string }>`
      SELECT count(*)::text AS text FROM annotation WHERE text LIKE ${`%another-${email}%`}`.execute(
      db().kysely,
    );
    expect(rows).toEqual([{ text: '1' }]);
  });

  it('says in a mail that its file is gone', async () => {
    const { rows } = await sql<{ text: string }>`
      SELECT text_body || html_body AS text FROM outbox_mail WHERE message_id = 'z@x.example'`.execute(
      db().kysely,
    );
    expect(rows[0]?.text.match(/A file was removed from this email/g)).toHaveLength(2);
  });

  it.each([
    ['the e-mail', 'R-2', `,${email}`],
    ['the id', 'R-3', 'zqexternal-1,'],
    ['both', 'R-4', `zqexternal-1,${email.toUpperCase()}`],
    ['the e-mail and a new id', 'R-5', `zqexternal-2,${email}`],
  ])('counts what is imported later under the pseudonym: with %s', async (_, id, identity) => {
    expect(await importReader(id, identity)).toMatchObject({ imported: 1 });
    const { rows } = await sql<{ reader_id: number }>`
      SELECT reader_id FROM engagement WHERE external_id = ${id}`.execute(db().kysely);
    expect(rows).toEqual([{ reader_id: activity.readerId }]);
    expect(await findWords()).toEqual([]);
  });

  it('refuses an import that cannot recognize erased readers', async () => {
    const line = `${importedHeader}\nR-6,2026-02-01T10:00:00Z,${planted.Clients},Biologics,D-9,,${email},,,,,,,`;
    const other = () => new TextEncoder().encode('another key than that of the erasures');
    await expect(importText(db(), files, line, { erasureKey: () => undefined })).rejects.toThrow(
      'ERASURE_KEY',
    );
    await expect(importText(db(), files, line, { erasureKey: other })).rejects.toThrow('ERASURE_KEY');
    expect(await findWords()).toEqual([]);
  });

  it('counts what is uploaded later under the pseudonym', async () => {
    const { status, body } = await uploadReader();
    expect([status, body.data]).toEqual([200, expect.objectContaining({ rows: 2, added: 2 })]);
    expect(JSON.stringify(body)).not.toContain(planted.Email);
    expect(await findWords()).toEqual([]);
    const { rows } = await sql<{ reader_id: number }>`
      SELECT reader_id FROM webinar_registrant WHERE webinar = 'W1' AND reader_id IS NOT NULL`.execute(
      db().kysely,
    );
    expect(rows).toEqual([{ reader_id: activity.readerId }]);
  });

  it('refuses to erase and to correct whoever is erased already', async () => {
    expect(await erase({})).toMatchObject({ status: 400, body: { details: [{ path: 'readerIds' }] } });
    const body = { readerId: String(activity.readerId), values: { firstName: planted.FirstName } };
    expect(await world().call('POST /api/personal-data/correct', { token: admin, body })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'readerId' }] },
    });
    expect(await importReader('R-9', `,${email}`)).toMatchObject({ imported: 1 });
    expect(await findWords()).toEqual([]);
  });

  it('lists the requests that were answered', async () => {
    const { body } = await world().call('GET /api/personal-data/requests', { token: admin });
    expect(body.data).toMatchObject([
      { kind: 'erasure', reference: 'Case 7', readers: [String(activity.readerId)] },
      { kind: 'correction' },
      ...Array.from({ length: 3 }, () => ({ kind: 'export' })),
      {},
    ]);
  });
});

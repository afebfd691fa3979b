import { sql } from 'kysely';
import type { CallData, Calls } from '@readerlens/contract';
import { blindedHeader } from '@readerlens/contract';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { planted, plantActivity } from '../../activities/testing/planted-activity.ts';
import type { PlantedActivity } from '../../activities/testing/planted-activity.ts';
import { importText, temporaryFiles } from '../../data/import/testing/import-files.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { storeThings } from '../../testing/stored-things.ts';
import { buildForm } from '../marketing/testing/upload-form.ts';
import { listRegistered } from './register.ts';

const email = `${planted.Email}@x.example`;
const fullName = `${planted.FirstName} ${planted.LastName}`;
const contacts = {
  phone: '+1 zqphone',
  address: 'zqstreet 1',
  linked_in: 'https://linkedin.example/zqlinkedin',
};
/** All that names the reader. */
const words = [
  planted.Email,
  planted.FirstName,
  planted.LastName,
  planted.Title,
  planted.ReaderCompany,
  planted.City,
  planted.State,
  planted.SpecificsText,
  'zqphone',
  'zqstreet',
  'zqlinkedin',
  'zqexternal',
];
type Outcome = CallData<Calls['POST /api/personal-data/erase']>;
type Found = CallData<Calls['POST /api/personal-data/find']>;

describeOnOneEngine('erasing a reader', (db) => {
  const world = activityWorld(db);
  const files = temporaryFiles();
  let activity: PlantedActivity;
  let admin: string;
  let userId: number;

  /** Rows that nothing else here stores. */
  const addRows = async () => {
    const { kysely } = db();
    const at = new Date();
    await kysely
      .insertInto('annotation')
      .values({ client_id: activity.clientId, day: '2026-01-05', text: 'x', author_id: userId })
      .execute();
    await kysely
      .insertInto('client_error')
      .values({ user_id: userId, event_info: 'x', stack_trace: 'x', path: '/x', user_agent: 'x' })
      .execute();
    const { id: decision_id } = await kysely
      .insertInto('review_decision')
      .values({ user_id: userId, impersonator_id: null, action: 'Approved', selection: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await kysely.insertInto('excluded_email').values({ email, decision_id }).execute();
    await kysely.insertInto('permalink').values({ id: 'zz', path: '/x', search: '' }).execute();
    await kysely
      .insertInto('personal_data_request')
      .values({ at, kind: 'export', user_id: userId, reference: 'x', readers: [] })
      .execute();
    const { id: mail_id } = await kysely
      .insertInto('outbox_mail')
      .values({
        to_address: 'contact@x.example',
        subject: 'x',
        text_body: 'x',
        html_body: '<body>x</body>',
        message_id: 'z@x.example',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await kysely
      .insertInto('outbox_attachment')
      .values({ mail_id, name: 'x.csv', media_type: 'text/csv', content: Buffer.from(fullName) })
      .execute();
    const { id: delivery_id } = await kysely
      .selectFrom('delivery')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { id: subscription_id } = await kysely
      .insertInto('webhook_subscription')
      .values({
        client_id: activity.clientId,
        channel_id: null,
        source_kind: 'alert',
        source_id: '00000000-0000-4000-8000-000000000001',
        event: 'alert.fired',
        paused_at: null,
        created_at: at,
        deleted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await kysely
      .insertInto('webhook_message')
      .values({
        delivery_id,
        client_id: activity.clientId,
        channel_id: null,
        subscription_id,
        event: 'alert.fired',
        client_ids: [activity.clientId],
        items: 1,
        body: '',
        created_at: at,
      })
      .execute();
  };

  const message = () =>
    JSON.stringify({
      data: {
        activities: [
          {
            notes: planted.SpecificsText,
            reader: {
              id: String(activity.readerId),
              name: fullName,
              firstName: planted.FirstName,
              lastName: planted.LastName,
              email,
              jobTitle: planted.Title,
              phone: contacts.phone,
              company: planted.ReaderCompany,
              country: null,
            },
          },
        ],
      },
    });

  /** Writes the e-mail into each place where somebody may have written it, and more into messages. */
  const plantEverywhere = async () => {
    const written = `To ${email.toUpperCase()}, not another-${email}; ${encodeURIComponent(email)}`;
    const empty: string[] = [];
    // Only a list by a rule has filters.
    await sql`UPDATE account_list SET filters = '[]', indices = '{}', least_engagements = 1`.execute(
      db().kysely,
    );
    for (const { table, column } of [
      ...listRegistered('mention'),
      ...listRegistered('link'),
      ...listRegistered('message'),
    ]) {
      if (`${table}.${column}` === 'outbox_attachment.content') continue;
      const { rows } = await sql<{ type: string }>`
        SELECT data_type AS type FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = ${table} AND column_name = ${column}`.execute(
        db().kysely,
      );
      const isJson = rows[0]?.type === 'jsonb';
      const texts: Readonly<Record<string, string>> = {
        text_body: `${written}\n${fullName}\n${contacts.phone}\n${planted.SpecificsText}`,
        html_body: `<body><p>${fullName}, ${contacts.address}</p>${planted.SpecificsText}</body>`,
        subject: `About ${fullName}`,
        body: message(),
      };
      const text = texts[column] ?? written;
      const { numAffectedRows = 0n } = await sql`
        UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${isJson ? sql`${JSON.stringify([{ of: text }])}::jsonb` : text}`.execute(
        db().kysely,
      );
      if (numAffectedRows === 0n) empty.push(`${table}.${column}`);
    }
    await sql`UPDATE alert SET name = ${`Watch ${fullName}`} WHERE subject_reader_id = ${activity.readerId}`.execute(
      db().kysely,
    );
    expect(empty).toEqual([]);
  };

  /** Where in the database something of the reader stands. */
  const findWords = async (): Promise<string[]> => {
    const { rows: tables } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`.execute(db().kysely);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`
        SELECT lower(to_jsonb(t)::text) AS text FROM ${sql.table(name)} AS t`.execute(db().kysely);
      for (const { text } of rows)
        for (const word of words)
          if (
            text.replaceAll(`another-${email}`, '').includes(word) ||
            text.includes(Buffer.from(word).toString('hex'))
          )
            found.push(`${name}: ${word}`);
    }
    return [...new Set(found)];
  };

  const countActivities = async (body: object = {}) => {
    const { body: answer } = await world().call('POST /api/client-dashboard/stats', {
      token: await world().tokenOf(),
      body: { filters: [], indices: [], ...body },
    });
    return answer.data;
  };

  const erase = (body: object, token = admin) =>
    world().call('POST /api/personal-data/erase', {
      token,
      body: { readerIds: [String(activity.readerId)], keep: [], ...body },
    });

  const importedHeader =
    'external_id,occurred_at,client,community,document_external_id,reader_external_id,reader_email,reader_first_name,reader_last_name,specifics,reader_phone';
  const importReader = (id: string, identity: string) =>
    importText(
      db(),
      files,
      [
        importedHeader,
        `${id},2026-02-01T10:00:00Z,${planted.Clients},Biologics,D-9,${identity},${planted.FirstName},${planted.LastName},${planted.SpecificsText},zqphone`,
      ].join('\n'),
      { erasureKey: world().services.secrets.erasureKey },
    );

  beforeAll(async () => {
    activity = await plantActivity(db(), world());
    await db()
      .kysely.updateTable('reader')
      .set({ ...contacts, external_id: 'zqexternal-1' })
      .where('id', '=', activity.readerId)
      .execute();
    admin = await world().tokenOf({ role: 'Admin' });
    const { body } = await world().call('GET /api/session', { token: admin });
    userId = Number((body.data as { id: string }).id);
    await storeThings({ db: db(), services: world().services, activity }, userId);
    await sql`UPDATE webinar_registrant SET email = ${email}, external_id = ${`w1 ${email}`}`.execute(
      db().kysely,
    );
    await sql`UPDATE event_registrant SET email = ${email}, external_id = ${`e1 ${email}`}`.execute(
      db().kysely,
    );
    await sql`UPDATE newsletter_recipient SET email = ${email}, external_id = ${`n1 ${email}`}`.execute(
      db().kysely,
    );
    await addRows();
    await plantEverywhere();
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
        clients: [{ id: String(activity.clientId), name: planted.Clients, activities: 1 }],
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
    const line = `${importedHeader}\nR-6,2026-02-01T10:00:00Z,${planted.Clients},Biologics,D-9,,${email},,,,`;
    const other = () => new TextEncoder().encode('another key than that of the erasures');
    await expect(importText(db(), files, line, { erasureKey: () => undefined })).rejects.toThrow(
      'ERASURE_KEY',
    );
    await expect(importText(db(), files, line, { erasureKey: other })).rejects.toThrow('ERASURE_KEY');
    expect(await findWords()).toEqual([]);
  });

  it('counts what is uploaded later under the pseudonym', async () => {
    const token = await world().tokenOf({ access_marketing_performance: true });
    const csv = `Webinar Id,Title,Date,Email,Attended\nW1,x,2026-02-10,${email},Yes\nW1,x,2026-02-10,bob@x.example,Yes`;
    const { status, body } = await world().call('POST /api/marketing-data/{clientId}/uploads/{kind}', {
      token,
      params: { clientId: String(activity.clientId), kind: 'webinars' },
      ...buildForm({ mode: 'merge' }, csv, 'x.csv'),
    });
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
      { kind: 'export' },
      { kind: 'export' },
      {},
    ]);
  });
});

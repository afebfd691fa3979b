// A reader whose values stand in every registered column, and how to find what is left of them.
import { sql } from 'kysely';
import { blindedHeader } from '@readerlens/contract';
import { activityWorld } from '../../../activities/testing/activity-world.ts';
import { planted, plantActivity } from '../../../activities/testing/planted-activity.ts';
import type { PlantedActivity } from '../../../activities/testing/planted-activity.ts';
import { importText, temporaryFiles } from '../../../data/import/testing/import-files.ts';
import { clients } from '../../../data/demo/testing/demo-api.ts';
import type { Database } from '../../../platform/db/index.ts';
import { storeThings } from '../../../testing/stored-things.ts';
import { buildForm } from '../../marketing/testing/upload-form.ts';
import { listRegistered } from '../register.ts';
import type { RegisteredColumn } from '../register.ts';

export const email = `${planted.Email}@x.example`;
export const fullName = `${planted.FirstName} ${planted.LastName}`;
export const contacts = {
  phone: '+1 zqphone',
  address: 'zqstreet 1',
  linked_in: 'https://linkedin.example/zqlinkedin',
};
/** All that names the reader. */
export const words = [
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
export const importedHeader =
  'external_id,occurred_at,client,community,document_external_id,reader_external_id,reader_email,reader_first_name,reader_last_name,specifics,reader_phone,reader_title,reader_city,country';

/** To be called in a `describe`. */
export const plantedReader = (db: () => Database) => {
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
    const reader_id = await world().add('reader', { email: 'restricted@x.example' });
    await kysely
      .insertInto('reader_restriction')
      .values({ reader_id, at, user_id: userId, reason: 'x', sealed: Buffer.from('x') })
      .execute();
    await kysely
      .insertInto('call_attempt')
      .values({
        user_id: userId,
        key: '00000000-0000-4000-8000-000000000002',
        request: 'x',
        answer: 'x',
        at,
      })
      .execute();
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

  /** Where in the database something of the reader stands, but for some columns. */
  const findWords = async (left: readonly RegisteredColumn[] = []): Promise<string[]> => {
    const { rows: tables } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`.execute(db().kysely);
    const found: string[] = [];
    for (const { name } of tables) {
      const columns = left.filter(({ table }) => table === name).map(({ column }) => column);
      const { rows } = await sql<{ text: string }>`
        SELECT lower((to_jsonb(t) - ${columns}::text[])::text) AS text FROM ${sql.table(name)} AS t`.execute(
        db().kysely,
      );
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

  /** The figures of staff, of staff in Blinded Mode, and of somebody who sees one client and community. */
  const countActivities = async (filters: readonly object[] = []) => {
    const staff = await world().tokenOf();
    const scoped = await world().tokenOf({ role: 'Client', clients: [activity.clientId], communities: [1] });
    const count = async (token: string, headers: Readonly<Record<string, string>> = {}) => {
      const answer = await world().call('POST /api/client-dashboard/stats', {
        token,
        headers,
        body: { filters: [clients(activity.clientId), ...filters] },
      });
      expect(answer).toMatchObject({ status: 200, body: { data: { totalLeads: 1, uniquePeople: 1 } } });
      return answer.body.data;
    };
    return [await count(staff), await count(staff, { [blindedHeader]: 'true' }), await count(scoped)];
  };

  const importReader = (id: string, identity: string) =>
    importText(
      db(),
      files,
      [
        importedHeader,
        `${id},2026-02-01T10:00:00Z,${planted.Clients},Biologics,D-9,${identity},${planted.FirstName},${planted.LastName},${planted.SpecificsText},zqphone,${planted.Title},${planted.City},Norway`,
      ].join('\n'),
      { erasureKey: world().services.secrets.erasureKey },
    );

  /** A webinar with the reader and with somebody else. */
  const uploadReader = async () => {
    const token = await world().tokenOf({ access_marketing_performance: true });
    const csv = `Webinar Id,Title,Date,Email,Attended\nW1,x,2026-02-10,${email},Yes\nW1,x,2026-02-10,bob@x.example,Yes`;
    return world().call('POST /api/marketing-data/{clientId}/uploads/{kind}', {
      token,
      params: { clientId: String(activity.clientId), kind: 'webinars' },
      ...buildForm({ mode: 'merge' }, csv, 'x.csv'),
    });
  };

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

  return {
    world,
    files,
    activity: () => activity,
    admin: () => admin,
    findWords,
    countActivities,
    importReader,
    uploadReader,
    userId: () => userId,
  };
};

// A reader whom two clients know, and how to compare what each of them has.
import { sql } from 'kysely';
import type { CallData, Calls } from '@readerlens/contract';
import { aggFields } from '@readerlens/contract/alerts';
import { planted } from '../../../activities/testing/planted-activity.ts';
import { clients } from '../../../data/demo/testing/demo-api.ts';
import { importText } from '../../../data/import/testing/import-files.ts';
import type { Database } from '../../../platform/db/index.ts';
import { addUser } from '../../../platform/testing/index.ts';
import { buildForm } from '../../marketing/testing/upload-form.ts';
import { email, fullName, importedHeader, plantedReader, words } from './planted-reader.ts';

export type Found = CallData<Calls['POST /api/personal-data/find']>;

export const otherName = 'Other client';
/** Nobody knows whose the rows of these are, or they are those of all clients. */
const ofAll = ['excluded_email', 'permalink', 'personal_data_request', 'reader', 'reader_restriction'];

/** What calls and changes count. */
const notOfReaders = new Set(['client_cost', 'data_version']);
export const mailId = 'other@x.example';

/** A reader whom two clients know: one of them with everything that can be stored. To be called in a `describe`. */
export const readerOfTwo = (db: () => Database) => {
  const planting = plantedReader(db);
  const { world, files } = planting;
  let admin: string;
  let own: number;
  let other: number;
  let readerId: number;
  let shared: { alert: string; search: string };

  const ask = async (call: keyof Calls, body: object, token = admin) => world().call(call, { token, body });
  const find = async (wanted = email) =>
    ((await ask('POST /api/personal-data/find', { email: wanted })).body.data as Found).readers.map(
      ({ id, name, clients: known }) => ({ id: Number(id), name, clients: known.map((each) => each.name) }),
    );

  /** What an account that sees both clients, and the other client, have written. */
  const addRowsOfOthers = async () => {
    const { kysely } = db();
    await world().addActivity({ clientId: other, readerId });
    await kysely
      .insertInto('annotation')
      .values({ client_id: other, day: '2026-01-05', text: `Ask ${email}`, author_id: null })
      .execute();
    const { id: user_id } = await addUser(db(), { role: 'Client' });
    for (const client_id of [own, other])
      await kysely.insertInto('user_client').values({ user_id, client_id }).execute();
    const filters = JSON.stringify([{ field: 'Email', value: email }]);
    const copy = async (table: 'alert' | 'saved_search', owner: string, changed: object) => {
      const { rows } = await sql<{ id: string }>`
        INSERT INTO ${sql.table(table)} SELECT c.* FROM ${sql.table(table)} AS t, jsonb_populate_record(NULL::${sql.table(table)},
          to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), ${owner}::text, ${user_id}::integer) || ${JSON.stringify(changed)}::jsonb) AS c
        LIMIT 1 RETURNING id`.execute(kysely);
      return rows[0]!.id;
    };
    shared = {
      alert: await copy('alert', 'owner_id', { name: `Watch ${fullName}`, filters: [] }),
      search: await copy('saved_search', 'user_id', { name: email, filters: JSON.parse(filters) as object }),
    };
    await upload(other, 'W9');
    await addMessagesOfOther();
  };

  /** A mail and a webhook message to the other client wait. */
  const addMessagesOfOther = async () => {
    const { kysely } = db();
    const { id, email: to_address } = await addUser(db(), { role: 'Client' });
    await kysely.insertInto('user_client').values({ user_id: id, client_id: other }).execute();
    const texts = { subject: fullName, text_body: fullName, html_body: fullName, message_id: mailId };
    await kysely
      .insertInto('outbox_mail')
      .values({ to_address, ...texts })
      .execute();
    await sql`WITH added AS (
        INSERT INTO delivery SELECT c.* FROM delivery AS d, jsonb_populate_record(NULL::delivery,
          to_jsonb(d) || jsonb_build_object('id', gen_random_uuid(), 'client_id', ${other}::integer, 'item', 'other', 'message_id', 'other-2@x.example')) AS c
        LIMIT 1 RETURNING id)
      INSERT INTO webhook_message SELECT c.* FROM webhook_message AS m, added, jsonb_populate_record(NULL::webhook_message,
        to_jsonb(m) || jsonb_build_object('delivery_id', added.id, 'client_id', ${other}::integer, 'client_ids', ARRAY[${other}::integer])) AS c
      LIMIT 1`.execute(kysely);
  };

  /** An alert that has told of the reader, and a run that has counted the reader. */
  const addNotified = async () => {
    await sql`UPDATE alert SET agg_field = ${aggFields.Reader} WHERE owner_id = ${planting.userId()}`.execute(
      db().kysely,
    );
    await sql`UPDATE alert_run SET rule = '{"aggField": "Reader"}'`.execute(db().kysely);
    await sql`INSERT INTO alert_notified (alert_id, client_id, entity_id, direction, notified_on, has_cleared)
      SELECT id, ${own}, ${readerId}, 'up', '2026-01-05', false FROM alert WHERE owner_id = ${planting.userId()}`.execute(
      db().kysely,
    );
    await sql`INSERT INTO alert_run_entity (run_id, view, client_id, entity_id, outcome, activities, readers, baseline_activities, baseline_readers)
      SELECT id, 0, ${own}, ${readerId}, 'reported', 1, 1, 0, 0 FROM alert_run`.execute(db().kysely);
  };

  /** The reader and somebody else have registered. */
  const upload = async (clientId: number, webinar: string) => {
    const token = await world().tokenOf({ role: 'Internal', access_marketing_performance: true });
    const csv = `Webinar Id,Title,Date,Email,Attended\n${webinar},x,2026-02-10,${email},Yes\n${webinar},x,2026-02-10,bob@x.example,Yes`;
    const params = { clientId: String(clientId), kind: 'webinars' };
    const answer = await world().call('POST /api/marketing-data/{clientId}/uploads/{kind}', {
      token,
      params,
      ...buildForm({ mode: 'merge' }, csv, 'x.csv'),
    });
    expect(answer.status).toBe(200);
  };

  /** One activity for each client, by the name or the id of it, in one file. */
  const importRows = (id: string, identity: string, calls: readonly string[]) => {
    const rest = `Biologics,D-9,${identity},${planted.FirstName},${planted.LastName},${planted.SpecificsText},zqphone,${planted.Title},${planted.City},Norway`;
    const lines = calls.map((client, index) => `${id}-${index},2026-02-01T10:00:00Z,${client},${rest}`);
    const { erasureKey } = world().services.secrets;
    return importText(db(), files, [importedHeader, ...lines].join('\n'), { erasureKey });
  };
  const listImported = async (id: string) => {
    const { rows } = await sql<{ client: string; reader: number; name: string; has_text: boolean }>`
      SELECT c.name AS client, e.reader_id AS reader, r.first_name AS name, d.specifics_text IS NOT NULL AS has_text
      FROM engagement AS e JOIN client AS c ON c.id = e.client_id JOIN reader AS r ON r.id = e.reader_id
      LEFT JOIN engagement_detail AS d ON d.client_id = e.client_id AND d.engagement_id = e.id
      WHERE e.external_id LIKE ${`${id}-%`} ORDER BY e.external_id`.execute(db().kysely);
    return rows;
  };

  const listTables = async () => {
    const { rows } = await sql<{ name: string; has_client: boolean }>`
      SELECT table_name AS name, bool_or(column_name = 'client_id') AS has_client FROM information_schema.columns
      JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' GROUP BY 1 ORDER BY 1`.execute(db().kysely);
    return rows;
  };
  /** What the other client has, and what accounts have that see both. */
  const readOthers = async () => {
    const all: Record<string, string[]> = {};
    for (const { name, has_client } of await listTables()) {
      if (!has_client || notOfReaders.has(name)) continue;
      const { rows } = await sql<{ text: string }>`
        SELECT to_jsonb(t)::text AS text FROM ${sql.table(name)} AS t WHERE client_id = ${other} ORDER BY 1`.execute(
        db().kysely,
      );
      if (rows.length > 0) all[name] = rows.map(({ text }) => text);
    }
    for (const [name, id] of Object.entries({ alert: shared.alert, saved_search: shared.search })) {
      const { rows } = await sql<{ text: string }>`
        SELECT to_jsonb(t)::text AS text FROM ${sql.table(name)} AS t WHERE id = ${id}`.execute(db().kysely);
      all[`${name} of both`] = rows.map(({ text }) => text);
    }
    const { rows } = await sql<{ text: string }>`
      SELECT to_jsonb(r)::text AS text FROM reader AS r WHERE id = ${readerId}
      UNION ALL SELECT to_jsonb(m)::text FROM outbox_mail AS m WHERE message_id = ${mailId}`.execute(
      db().kysely,
    );
    return { ...all, rest: rows.map(({ text }) => text) };
  };
  /** Where something of the reader stands that is not of the other client or of all. */
  const findWords = async () => {
    const found: string[] = [];
    const ofBoth = new Set([shared.alert, shared.search]);
    for (const { name, has_client } of await listTables()) {
      if (ofAll.includes(name)) continue;
      const { rows } = await sql<{ id: string; text: string }>`
        SELECT to_jsonb(t)->>'id' AS id, lower(to_jsonb(t)::text) AS text FROM ${sql.table(name)} AS t
        WHERE ${has_client ? sql`client_id IS DISTINCT FROM ${other}::integer` : sql`true`}
          AND to_jsonb(t)->>'message_id' IS DISTINCT FROM ${mailId}`.execute(db().kysely);
      for (const { id, text } of rows)
        for (const word of words)
          if (!ofBoth.has(id) && text.replaceAll(`another-${email}`, '').includes(word))
            found.push(`${name}: ${word}`);
    }
    return [...new Set(found)];
  };

  const countFor = async (clientId: number) => {
    const scoped = await world().tokenOf({ role: 'Client', clients: [clientId], communities: [1] });
    const figures: unknown[] = [];
    for (const token of [await world().tokenOf(), scoped]) {
      const { body } = await ask('POST /api/client-dashboard/stats', { filters: [clients(clientId)] }, token);
      figures.push(body.data);
    }
    return figures;
  };
  const count = async () => [await countFor(own), await countFor(other)];

  beforeAll(async () => {
    const { clientId, readerId: id } = planting.activity();
    [own, readerId] = [clientId, id];
    other = await world().add('client', { name: otherName });
    // All that is planted is that of an account of one client.
    const userId = planting.userId();
    await sql`UPDATE app_user SET role = 'Client' WHERE id = ${userId}`.execute(db().kysely);
    await sql`DELETE FROM user_client WHERE user_id = ${userId}`.execute(db().kysely);
    await db().kysely.insertInto('user_client').values({ user_id: userId, client_id: own }).execute();
    await sql`UPDATE job_run SET client_id = ${own}`.execute(db().kysely);
    // What has a value is not filled in by imports.
    await sql`UPDATE reader SET country_id = (SELECT min(id) FROM country)`.execute(db().kysely);
    // Its values are no encrypted text.
    await sql`DELETE FROM reader_restriction`.execute(db().kysely);
    admin = await world().tokenOf({ role: 'Admin' });
    await addRowsOfOthers();
    await addNotified();
  });

  return {
    ask,
    find,
    upload,
    importRows,
    listImported,
    readOthers,
    findWords,
    count,
    world,
    own: () => own,
    other: () => other,
    readerId: () => readerId,
    userId: planting.userId,
  };
};

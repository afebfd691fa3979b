// Requests that concern what some of the clients of a reader know.
import { sql } from 'kysely';
import type { CallData, Calls, PersonalDataRequest } from '@readerlens/contract';
import { aggFields } from '@readerlens/contract/alerts';
import { unknownClientMessage } from '@readerlens/contract/messages';
import {
  clientsWithoutReaderMessage,
  earlierVersionMessage,
  erasedReadersMessage,
} from '@readerlens/contract/personal-data/messages';
import { planted } from '../../activities/testing/planted-activity.ts';
import { clients } from '../../data/demo/testing/demo-api.ts';
import { importText } from '../../data/import/testing/import-files.ts';
import type { Database } from '../../platform/db/index.ts';
import { addUser, describeOnOneEngine } from '../../platform/testing/index.ts';
import { buildForm } from '../marketing/testing/upload-form.ts';
import { listRegistered } from './register.ts';
import { parseErasures, readErasures, replayErasures } from './saved-erasures.ts';
import { email, fullName, importedHeader, plantedReader, words } from './testing/planted-reader.ts';

type Found = CallData<Calls['POST /api/personal-data/find']>;

const otherName = 'Other client';
/** Nobody knows whose the rows of these are, or they are those of all clients. */
const ofAll = ['excluded_email', 'permalink', 'personal_data_request', 'reader', 'reader_restriction'];

/** What calls and changes count. */
const notOfReaders = new Set(['client_cost', 'data_version']);
const mailId = 'other@x.example';

/** A reader whom two clients know: one of them with everything that can be stored. To be called in a `describe`. */
const readerOfTwo = (db: () => Database) => {
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
    admin: () => admin,
    userId: planting.userId,
  };
};

describeOnOneEngine('erasing what one of two clients knows', (db) => {
  const two = readerOfTwo(db);
  const { ask, find, count, findWords, readOthers, world } = two;
  const erase = (clientIds?: readonly unknown[], change: object = {}) =>
    ask('POST /api/personal-data/erase', {
      readerIds: [String(two.readerId())],
      keep: [],
      reference: 'Case 1',
      ...(clientIds ? { clientIds: clientIds.map(String) } : {}),
      ...change,
    });
  let others: Awaited<ReturnType<typeof readOthers>>;
  let copyId: number;

  it('begins with a reader whom both know', async () => {
    expect(await find()).toEqual([
      { id: two.readerId(), name: fullName, clients: [otherName, planted.Clients] },
    ]);
    expect(await findWords()).toContain('webinar_registrant: zqemail');
  });

  it('is refused for clients that do not know the reader, and for readers whom they do not know', async () => {
    const unknown = await world().add('client', { name: 'Knows nobody' });
    const stranger = await world().add('reader', { email: 'stranger@x.example' });
    for (const [clientIds, change, message] of [
      [[987654], {}, unknownClientMessage],
      [[two.own(), unknown], {}, clientsWithoutReaderMessage],
      [[two.own()], { readerIds: [String(two.readerId()), String(stranger)] }, clientsWithoutReaderMessage],
    ] as const)
      expect(await erase(clientIds, change)).toMatchObject({
        status: 400,
        body: { details: [{ path: 'clientIds', message }] },
      });
    expect(await find()).toHaveLength(1);
  });

  it('is refused while a process of an earlier version runs, whose imports bring the reader back', async () => {
    const at = new Date();
    const process = { name: 'old:1', is_worker: true, started_at: at, seen_at: at, clock_ahead_ms: 0 };
    await db()
      .kysely.insertInto('process_heartbeat')
      .values({
        ...process,
        id: '00000000-0000-4000-8000-000000000003',
        skewed_since: null,
        version: '0.1.0',
        sends_mails: null,
        last_migration: null,
      })
      .execute();
    expect(await erase([two.own()])).toMatchObject({ status: 409, body: { message: earlierVersionMessage } });
    await sql`DELETE FROM process_heartbeat`.execute(db().kysely);
  });

  it('leaves nothing of the reader there, everything with the other client, and all figures', async () => {
    const figures = await count();
    others = await readOthers();
    const { status, body } = await erase([two.own()]);
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ readers: 1, activities: 1, sharedEmails: 0 }),
    ]);
    expect(await findWords()).toEqual([]);
    expect(await readOthers()).toEqual(others);
    expect(await count()).toEqual(figures);
    expect(await find()).toEqual([{ id: two.readerId(), name: fullName, clients: [otherName] }]);
  });

  it('gives what counts on to a reader of its own, whom alerts know already', async () => {
    const { rows } = await sql<{ reader_id: number }>`
      SELECT reader_id FROM engagement WHERE client_id = ${two.own()}
      UNION SELECT subject_reader_id FROM alert WHERE owner_id = ${two.userId()}
      UNION SELECT entity_id FROM alert_notified UNION SELECT entity_id FROM alert_run_entity`.execute(
      db().kysely,
    );
    expect(rows).toHaveLength(1);
    copyId = rows[0]!.reader_id;
    expect(copyId).not.toBe(two.readerId());
    const { rows: names } = await sql`
      SELECT first_name, last_name, email FROM reader WHERE id = ${copyId}`.execute(db().kysely);
    expect(names).toEqual([
      {
        first_name: 'Erased',
        last_name: 'Reader',
        email: expect.stringMatching(/^erased-.*@reader\.invalid$/),
      },
    ]);
  });

  it.each([
    ['the e-mail', 'R-1', `,${email}`],
    ['the id', 'R-2', 'zqexternal-1,'],
    ['both', 'R-3', `zqexternal-1,${email.toUpperCase()}`],
  ])('recognizes the reader in an import by %s, for this client alone', async (_, id, identity) => {
    const calls = [planted.Clients.toUpperCase(), otherName, String(two.own()), 'New client'];
    expect(await two.importRows(id, identity, calls)).toMatchObject({ imported: 4 });
    const erased = { client: planted.Clients, reader: copyId, name: 'Erased', has_text: false };
    const known = { reader: two.readerId(), name: planted.FirstName, has_text: true };
    expect(await two.listImported(id)).toEqual([
      erased,
      { ...known, client: otherName },
      erased,
      { ...known, client: 'New client' },
    ]);
    // The third client has the reader as well now.
    await sql`DELETE FROM engagement_detail WHERE client_id NOT IN (${two.own()}, ${two.other()})`.execute(
      db().kysely,
    );
    expect(await findWords()).toEqual([]);
  });

  it('recognizes the reader in an upload of this client alone', async () => {
    await two.upload(two.own(), 'W2');
    expect(await findWords()).toEqual([]);
    await two.upload(two.other(), 'W3');
    const { rows } = await sql`
      SELECT webinar, reader_id, email = ${email} AS is_known FROM webinar_registrant
      WHERE webinar IN ('W2', 'W3') AND email <> 'bob@x.example' ORDER BY 1`.execute(db().kysely);
    expect(rows).toEqual([
      { webinar: 'W2', reader_id: copyId, is_known: false },
      { webinar: 'W3', reader_id: two.readerId(), is_known: true },
    ]);
  });

  it('is not asked twice, and is listed with its client', async () => {
    expect(await erase([two.own()])).toMatchObject({
      status: 400,
      body: { details: [{ path: 'clientIds', message: clientsWithoutReaderMessage }] },
    });
    expect(await erase([two.own()], { readerIds: [String(copyId)] })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'readerIds', message: erasedReadersMessage }] },
    });
    const requests = (await ask('GET /api/personal-data/requests', {})).body.data as PersonalDataRequest[];
    expect(requests[0]).toMatchObject({
      kind: 'erasure',
      clients: [planted.Clients],
      readers: [String(two.readerId())],
    });
    const { rows } = await sql`
      SELECT detail->'clients' AS clients FROM audit_event WHERE action = 'personal-data.erase'`.execute(
      db().kysely,
    );
    expect(rows).toEqual([{ clients: [two.own()] }]);
  });

  it('is repeated from the file of saved erasures in a database that still has the reader', async () => {
    const { services } = world();
    const saved = parseErasures(JSON.stringify(await readErasures(services)));
    expect(saved).toMatchObject({ format: 2, identities: [], ofClients: [{ clientId: two.own() }, {}] });
    expect(JSON.stringify(saved)).not.toMatch(/zq/i);
    expect(await replayErasures(services, saved)).toMatchObject({ erased: 0 });
    // As if a backup had been restored.
    await db().kysely.deleteFrom('client_erased_identity').execute();
    await two.importRows('R-4', `zqexternal-1,${email}`, [planted.Clients]);
    expect(await findWords()).not.toEqual([]);
    others = await readOthers();
    expect(await replayErasures(services, saved)).toMatchObject({ erased: 1 });
    expect(await findWords()).toEqual([]);
    expect(await readOthers()).toEqual(others);
    expect(await replayErasures(services, saved)).toMatchObject({ erased: 0 });
  });

  it('ends with an erasure for all, which leaves nothing anywhere', async () => {
    expect(await erase()).toMatchObject({ status: 200 });
    const { rows } = await sql`SELECT FROM reader WHERE email LIKE '%zq%' OR first_name LIKE '%zq%'`.execute(
      db().kysely,
    );
    expect(rows).toEqual([]);
    expect(await find()).toEqual([]);
    const left = Object.values(await readOthers()).flat();
    expect(
      left.filter((text) => words.some((word) => text.replaceAll(`another-${email}`, '').includes(word))),
    ).toEqual([]);
  });
});

describeOnOneEngine('restricting what one of two clients knows', (db) => {
  const two = readerOfTwo(db);
  const { ask, find, count, findWords, readOthers, world } = two;
  const restrict = (clientIds?: readonly unknown[], change: object = {}) =>
    ask('POST /api/personal-data/restrict', {
      readerId: String(two.readerId()),
      reason: 'Contested',
      ...(clientIds ? { clientIds: clientIds.map(String) } : {}),
      ...change,
    });
  const lift = (readerId: number) => ask('POST /api/personal-data/lift', { readerId: String(readerId) });
  const erase = (readerId: number, more: object = {}) =>
    ask('POST /api/personal-data/erase', { readerIds: [String(readerId)], keep: [], ...more });
  /** What people write in plain text stays. */
  const findHidden = async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT DISTINCT table_name AS name FROM information_schema.columns WHERE table_schema = 'public'
        AND table_name || '.' || column_name = ANY(${listRegistered('mention').map(({ table, column }) => `${table}.${column}`)}::text[])
        AND data_type = 'text'`.execute(db().kysely);
    const texts = rows.map(({ name }) => name);
    return (await findWords()).filter((found) => !texts.some((name) => found.startsWith(`${name}:`)));
  };
  /** What the client has that a restriction hides and gives back. */
  const readOwn = async () => {
    const all: Record<string, unknown> = {};
    for (const table of [
      'reader',
      'engagement',
      'engagement_detail',
      'webinar_registrant',
      'event_registrant',
      'newsletter_recipient',
      'excluded_email',
      'alert',
      'alert_notified',
      'alert_run_entity',
      'client_erased_identity',
      'erased_identity',
      'reader_restriction',
    ]) {
      const { rows } = await sql<{ text: string }>`
        SELECT lower(to_jsonb(t)::text) AS text FROM ${sql.table(table)} AS t ORDER BY 1`.execute(
        db().kysely,
      );
      all[table] = rows.map(({ text }) => text);
    }
    return all;
  };
  const findRestricted = async () => (await find()).find(({ name }) => name === 'Restricted Reader')!;
  let before: Awaited<ReturnType<typeof readOwn>>;
  let restrictedId: number;

  it('hides the reader there, and leaves everything with the other client, and all figures', async () => {
    before = await readOwn();
    const [figures, others] = [await count(), await readOthers()];
    expect(await restrict([two.own()])).toMatchObject({ status: 200 });
    expect(await findHidden()).toEqual([]);
    expect(await readOthers()).toEqual(others);
    expect(await count()).toEqual(figures);
  });

  it('finds both by the e-mail, with the clients of each', async () => {
    restrictedId = (await findRestricted()).id;
    expect(restrictedId).not.toBe(two.readerId());
    expect(await find()).toEqual([
      { id: two.readerId(), name: fullName, clients: [otherName] },
      { id: restrictedId, name: 'Restricted Reader', clients: [planted.Clients] },
    ]);
    const { readers } = (await ask('POST /api/personal-data/find', { email })).body.data as Found;
    expect(readers.map(({ restriction }) => restriction?.clients)).toEqual([undefined, [planted.Clients]]);
    expect(await restrict([two.own()])).toMatchObject({
      status: 400,
      body: { details: [{ path: 'clientIds', message: clientsWithoutReaderMessage }] },
    });
  });

  it('counts what is imported meanwhile for this client alone under the pseudonym', async () => {
    await two.importRows('R-1', `zqexternal-1,${email}`, [planted.Clients, otherName]);
    expect(await two.listImported('R-1')).toEqual([
      { client: planted.Clients, reader: restrictedId, name: 'Restricted', has_text: false },
      { client: otherName, reader: two.readerId(), name: planted.FirstName, has_text: true },
    ]);
  });

  it('is lifted with everything as it was, as one reader', async () => {
    const imported = sql`SELECT id FROM engagement WHERE external_id LIKE 'R-1-%'`;
    await sql`DELETE FROM engagement_detail WHERE engagement_id IN (${imported})`.execute(db().kysely);
    await sql`DELETE FROM engagement WHERE external_id LIKE 'R-1-%'`.execute(db().kysely);
    expect(await lift(restrictedId)).toMatchObject({ status: 200 });
    expect(await readOwn()).toEqual(before);
    const requests = (await ask('GET /api/personal-data/requests', {})).body.data as PersonalDataRequest[];
    expect(requests.slice(0, 2)).toMatchObject([
      { kind: 'lifting', clients: [planted.Clients], readers: [String(restrictedId)] },
      { kind: 'restriction', clients: [planted.Clients], readers: [String(two.readerId())] },
    ]);
  });

  it('is repeated from the file of saved erasures, and so is its end', async () => {
    const { services } = world();
    const save = async () => parseErasures(JSON.stringify(await readErasures(services)));
    await restrict([two.own()]);
    const restricted = await save();
    expect(restricted).toMatchObject({ format: 2, restrictions: { inForce: [{ clientIds: [two.own()] }] } });
    expect(await replayErasures(services, restricted)).toMatchObject({
      restricted: 0,
      lifted: 0,
      missing: 0,
    });
    await lift((await findRestricted()).id);
    // As if a backup from before both had been restored.
    await db().kysely.deleteFrom('personal_data_request').execute();
    expect(await replayErasures(services, restricted)).toMatchObject({ restricted: 1, missing: 0 });
    expect(await findHidden()).toEqual([]);
    const again = await findRestricted();
    expect(again.clients).toEqual([planted.Clients]);
    const lifted = {
      ...restricted,
      restrictions: { inForce: [], lifted: [{ readerId: again.id, at: '2100-01-01T00:00:00.000Z' }] },
    };
    expect(await replayErasures(services, lifted)).toMatchObject({ lifted: 1 });
    expect(await readOwn()).toEqual(before);
  });

  it('can be a restriction for all of whom one client must know nothing any more', async () => {
    // Nothing gives back what a message loses.
    await sql`DELETE FROM webhook_message WHERE client_id = ${two.other()}`.execute(db().kysely);
    await sql`DELETE FROM outbox_mail WHERE message_id = ${mailId}`.execute(db().kysely);
    const others = await readOthers();
    await restrict();
    expect(await erase(two.readerId(), { clientIds: [String(two.own())] })).toMatchObject({ status: 200 });
    expect(await findWords()).toEqual([]);
    expect(await find()).toEqual([{ id: two.readerId(), name: 'Restricted Reader', clients: [otherName] }]);
    await lift(two.readerId());
    expect(await readOthers()).toEqual(others);
    expect(await find()).toEqual([{ id: two.readerId(), name: fullName, clients: [otherName] }]);
  });

  it('ends with an erasure of who was separated, for the clients of the restriction', async () => {
    await two.importRows('R-2', `zqexternal-1,${email}`, ['Third client']);
    const others = await readOthers();
    await restrict([two.other()]);
    const { id } = await findRestricted();
    expect(await erase(id)).toMatchObject({ status: 200 });
    expect(await find()).toEqual([{ id: two.readerId(), name: fullName, clients: ['Third client'] }]);
    expect(await readOthers()).not.toEqual(others);
    const { rows } = await sql`SELECT DISTINCT client_id FROM client_erased_identity ORDER BY 1`.execute(
      db().kysely,
    );
    expect(rows).toEqual([{ client_id: two.own() }, { client_id: two.other() }]);
    await two.importRows('R-3', `zqexternal-1,${email}`, [otherName, 'Third client']);
    expect((await two.listImported('R-3')).map(({ name }) => name)).toEqual(['Erased', planted.FirstName]);
  });
});

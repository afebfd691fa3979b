// What was restricted and lifted since a backup is repeated from the file of saved erasures.
import { sql } from 'kysely';
import type { CallData, CallKey, Calls, PersonalDataRequest } from '@readerlens/contract';
import { createJobQueue } from '../../platform/jobs/index.ts';
import { createTestClock } from '../../platform/jobs/testing/test-runner.ts';
import { secretsFrom } from '../../platform/secrets.ts';
import { addUser, describeOnOneEngine, testApi } from '../../platform/testing/index.ts';
import { parseErasures, readErasures, replayErasures } from './saved-erasures.ts';
import type { SavedErasures } from './saved-erasures.ts';

type Found = CallData<Calls['POST /api/personal-data/find']>['readers'][number];

const tables = ['reader', 'reader_restriction', 'erased_identity', 'personal_data_request'] as const;
const nothing = { erased: 0, restricted: 0, lifted: 0, missing: 0, unreadable: [] };

describeOnOneEngine('restrictions since a backup', (db) => {
  const time = createTestClock('2026-03-02T12:00:00Z');
  const api = testApi({}, { instead: { jobs: createJobQueue(time.clock) } }, db);
  let token: string;
  let readers = 0;
  beforeAll(async () => {
    const admin = await addUser(db(), { role: 'Admin', first_name: 'Ann', last_name: 'Lee' });
    await sql`UPDATE app_user SET created_at = '2026-01-01' WHERE id = ${admin.id}`.execute(db().kysely);
    token = await api().tokenFor(admin);
  });
  beforeEach(async () => {
    for (const table of tables.toReversed()) await db().kysely.deleteFrom(table).execute();
  });

  const ask = async (call: CallKey, body: object) => {
    time.pass(60);
    const answer = await api().call(call, { token, body });
    expect([call, answer.status]).toEqual([call, 200]);
    return answer.body.data;
  };
  const addReader = async (values: { email?: string; external_id?: string | null } = {}) => {
    readers += 1;
    const reader = { email: `jane${readers}@x.example`, external_id: `crm-${readers}`, ...values };
    const { id } = await db()
      .kysely.insertInto('reader')
      .values({ ...reader, first_name: `Jane-Zq${readers}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, email: reader.email, name: `Jane-Zq${readers}` };
  };
  type Reader = Awaited<ReturnType<typeof addReader>>;
  const restrict = ({ id }: Reader, reason = 'Contested') =>
    ask('POST /api/personal-data/restrict', { readerId: String(id), reason });
  const lift = ({ id }: Reader) => ask('POST /api/personal-data/lift', { readerId: String(id) });
  const erase = ({ id }: Reader) =>
    ask('POST /api/personal-data/erase', { readerIds: [String(id)], keep: [] });
  const find = async ({ email, id }: Reader) =>
    ((await ask('POST /api/personal-data/find', { email })) as { readers: Found[] }).readers.find(
      (each) => each.id === String(id),
    );

  /** Returns how to bring back what the tables have now. */
  const backUp = async () => {
    const rows = new Map<string, string>();
    for (const table of tables) {
      const { rows: found } = await sql<{ rows: string }>`
        SELECT coalesce(jsonb_agg(t), '[]')::text AS rows FROM ${sql.table(table)} AS t`.execute(db().kysely);
      rows.set(table, found[0]!.rows);
    }
    return async () => {
      for (const table of tables.toReversed()) await db().kysely.deleteFrom(table).execute();
      for (const table of tables)
        await sql`INSERT INTO ${sql.table(table)}
          SELECT t.* FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${rows.get(table)}::jsonb) AS t`.execute(
          db().kysely,
        );
    };
  };
  const save = async () => parseErasures(JSON.stringify(await readErasures(api().services)));
  const replay = (saved: SavedErasures, secrets = api().services.secrets) => {
    time.pass(60);
    return replayErasures({ ...api().services, secrets }, saved);
  };
  const listNames = async () =>
    (await db().kysely.selectFrom('reader').select('first_name').orderBy('id').execute()).map(
      ({ first_name }) => first_name,
    );

  it('are repeated, with who restricted, when and why, and liftings as well', async () => {
    const [added, released, stays] = [await addReader(), await addReader(), await addReader()];
    await restrict(released);
    await restrict(stays);
    const bringBack = await backUp();
    await restrict(added, `Says that ${added.name} is wrong`);
    await lift(released);
    const [before, stayed] = [await find(added), await find(stays)];
    const saved = await save();
    expect(JSON.stringify(saved)).not.toMatch(/@x\.example|crm-\d|Jane-|Says that/i);
    await bringBack();
    expect(await listNames()).toEqual([added.name, 'Restricted', 'Restricted']);
    expect(await replay(saved)).toEqual({ ...nothing, restricted: 1, lifted: 1 });
    expect(await listNames()).toEqual(['Restricted', released.name, 'Restricted']);
    expect(before?.restriction).toMatchObject({ by: 'Ann Lee', reason: `Says that ${added.name} is wrong` });
    const email = expect.stringMatching(/^restricted-.*@reader\.invalid$/);
    expect([await find(added), await find(stays)]).toEqual([{ ...before, email }, stayed]);
    expect(await replay(saved)).toEqual(nothing);
    await lift(added);
    expect(await listNames()).toEqual([added.name, released.name, 'Restricted']);
    expect(await replay(saved)).toEqual(nothing);
  });

  it('are listed and audited, and known to the next file', async () => {
    const [added, released] = [await addReader(), await addReader()];
    await restrict(released);
    const bringBack = await backUp();
    await restrict(added);
    await lift(released);
    const saved = await save();
    await bringBack();
    await replay(saved);
    const second = await save();
    const requests = (await ask('GET /api/personal-data/requests', {})) as PersonalDataRequest[];
    const listed = requests.map(({ kind, by, readers: [id] }) => `${kind} of ${id} by ${by}`);
    expect(listed.toSorted((a, b) => a.localeCompare(b))).toEqual([
      `lifting of ${released.id} by null`,
      `restriction of ${added.id} by null`,
      `restriction of ${released.id} by Ann Lee`,
    ]);
    expect(requests[0]).toMatchObject({ reference: 'Repeated after a restore' });
    const { rows } = await sql<{ detail: object }>`
      SELECT detail FROM audit_event WHERE action = 'personal-data.replay' ORDER BY id DESC LIMIT 1`.execute(
      db().kysely,
    );
    expect(rows).toEqual([{ detail: { readers: [], restricted: [added.id], lifted: [released.id] } }]);
    await bringBack();
    expect(await replay(second)).toEqual({ ...nothing, restricted: 1, lifted: 1 });
  });

  it('are of the latest time if a reader was released and restricted again', async () => {
    const reader = await addReader();
    await restrict(reader, 'The first reason');
    const bringBack = await backUp();
    await lift(reader);
    await restrict(reader, 'The second reason');
    const [saved, before] = [await save(), await find(reader)];
    await bringBack();
    expect(await replay(saved)).toEqual(nothing);
    expect((await find(reader))?.restriction).toEqual(before?.restriction);
    await lift(reader);
    expect(await listNames()).toEqual([reader.name]);
  });

  it('end with an erasure, whatever came before', async () => {
    const [one, other] = [await addReader(), await addReader()];
    await restrict(one);
    const bringBack = await backUp();
    await restrict(other);
    await erase(one);
    await erase(other);
    const saved = await save();
    await bringBack();
    expect(await replay(saved)).toEqual({ ...nothing, erased: 2 });
    expect(await listNames()).toEqual(['Erased', 'Erased']);
  });

  it('stay where no key reads the values, and the rest is done', async () => {
    const [released, erased, added] = [await addReader(), await addReader(), await addReader()];
    await restrict(released);
    await restrict(erased);
    const bringBack = await backUp();
    await lift(released);
    await erase(erased);
    await restrict(added);
    const saved = await save();
    await bringBack();
    const { secrets } = api().services;
    const other = {
      ...secretsFrom('another secret of at least 32 characters'),
      erasureKey: secrets.erasureKey,
    };
    const unreadable = [erased.id, released.id];
    expect(await replay(saved, other)).toEqual({
      ...nothing,
      restricted: 1,
      unreadable: expect.arrayContaining(unreadable),
    });
    expect(await listNames()).toEqual(['Restricted', 'Restricted', 'Restricted']);
    expect((await find(added))?.restriction?.reason).toContain('No key reads the reason');
    expect(await replay(saved)).toEqual({ ...nothing, erased: 1, lifted: 1 });
    expect(await listNames()).toEqual([released.name, 'Erased', 'Restricted']);
  });

  it('are not undone by a file that is older than the backup', async () => {
    const [restricted, released] = [await addReader(), await addReader()];
    await restrict(restricted);
    await restrict(released);
    await lift(restricted);
    const saved = await save();
    await lift(released);
    await restrict(restricted);
    expect(await replay(saved)).toEqual(nothing);
    expect(await listNames()).toEqual(['Restricted', released.name]);
  });

  it('wait for readers who are not there yet', async () => {
    const bringBack = await backUp();
    const reader = await addReader();
    await restrict(reader);
    const saved = await save();
    await bringBack();
    expect(await replay(saved)).toEqual({ ...nothing, missing: 1 });
    const again = await addReader({ email: reader.email.toUpperCase() });
    expect(await replay(saved)).toEqual({ ...nothing, restricted: 1 });
    expect(await replay(saved)).toEqual(nothing);
    expect((await find({ ...again, email: reader.email }))?.restriction).not.toBeNull();
  });

  it('are about the reader of then if several have the e-mail', async () => {
    const [other, reader] = [await addReader(), await addReader({ external_id: null })];
    await sql`UPDATE reader SET email = ${reader.email} WHERE id = ${other.id}`.execute(db().kysely);
    const bringBack = await backUp();
    await restrict(reader);
    const saved = await save();
    expect(saved.restrictions?.inForce).toMatchObject([{ identities: [] }]);
    await bringBack();
    expect(await replay(saved)).toEqual({ ...nothing, restricted: 1 });
    expect(await listNames()).toEqual([other.name, 'Restricted']);
  });

  it('were not in the files of earlier versions, which change none', async () => {
    const reader = await addReader();
    await restrict(reader);
    const { restrictions: _, ...saved } = await save();
    expect(await replay(parseErasures(JSON.stringify(saved)))).toEqual(nothing);
    expect(await listNames()).toEqual(['Restricted']);
  });
});

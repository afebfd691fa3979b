// Restricting what some of the clients of a reader know.
import { sql } from 'kysely';
import type { PersonalDataRequest } from '@readerlens/contract';
import { clientsWithoutReaderMessage } from '@readerlens/contract/personal-data/messages';
import { planted } from '../../activities/testing/planted-activity.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { listRegistered } from './register.ts';
import { parseErasures, readErasures, replayErasures } from './saved-erasures.ts';
import { email, fullName } from './testing/planted-reader.ts';
import { mailId, otherName, readerOfTwo } from './testing/reader-of-two.ts';
import type { Found } from './testing/reader-of-two.ts';

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

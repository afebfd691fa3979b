// Erasing what some of the clients of a reader know.
import { sql } from 'kysely';
import type { PersonalDataRequest } from '@readerlens/contract';
import { unknownClientMessage } from '@readerlens/contract/messages';
import {
  clientsWithoutReaderMessage,
  earlierVersionMessage,
  erasedReadersMessage,
} from '@readerlens/contract/personal-data/messages';
import { planted } from '../../activities/testing/planted-activity.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { parseErasures, readErasures, replayErasures } from './saved-erasures.ts';
import { email, fullName, words } from './testing/planted-reader.ts';
import { otherName, readerOfTwo } from './testing/reader-of-two.ts';

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

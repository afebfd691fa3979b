import { sql } from 'kysely';
import type { CallData, Calls } from '@readerlens/contract';
import { blindedHeader } from '@readerlens/contract';
import {
  emailInReasonMessage,
  notRestrictedMessage,
  restrictedReadersMessage,
  restrictionUnreadableMessage,
} from '@readerlens/contract/personal-data/messages';
import { planted } from '../../activities/testing/planted-activity.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { secretsFrom } from '../../platform/secrets.ts';
import { reencrypt } from '../../run-reencrypt.ts';
import { checkStoredSecrets, describeUnreadable } from '../../sendings/webhooks/stored-secrets.ts';
import { listRegistered } from './register.ts';
import { applyRetention } from './retention.ts';
import { readErasures, replayErasures } from './saved-erasures.ts';
import { email, fullName, plantedReader, words } from './testing/planted-reader.ts';

type Session = CallData<Calls['GET /api/session']>;
type Found = CallData<Calls['POST /api/personal-data/find']>;

/** Tables that say what was done and sent, or have messages, which nothing puts back. */
const notPutBack = [
  // Each call of a test has an account of its own.
  'app_user',
  'audit_event',
  'data_version',
  'outbox_attachment',
  'outbox_mail',
  'personal_data_request',
  'user_client',
  'user_community',
  'user_session',
  'webhook_message',
];
/** Their rows are the reader's, so they come back with each letter. */
const exact = ['reader', 'engagement', 'engagement_detail', 'excluded_email', 'webinar_registrant'];

describeOnOneEngine('restricting a reader', (db) => {
  const planting = plantedReader(db);
  const { world, findWords, countActivities, importReader, uploadReader } = planting;
  const readerId = () => String(planting.activity().readerId);
  const ask = (call: keyof Calls, body: object, more: object = {}) =>
    world().call(call, { token: planting.admin(), body, ...more });
  const restrict = (change: object = {}) =>
    ask('POST /api/personal-data/restrict', {
      readerId: readerId(),
      reason: ' The accuracy is contested. ',
      reference: 'Case 8',
      ...change,
    });
  const lift = () => ask('POST /api/personal-data/lift', { readerId: readerId(), reference: 'Case 8' });
  const find = async (wanted = email) =>
    ((await ask('POST /api/personal-data/find', { email: wanted })).body.data as Found).readers;

  /** What others have written in plain text stays as it is. */
  const findLeft = async () => {
    const { rows } = await sql<{ place: string }>`
      SELECT table_name || '.' || column_name AS place FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type = 'text'`.execute(db().kysely);
    const texts = new Set(rows.map(({ place }) => place));
    return findWords(listRegistered('mention').filter((each) => texts.has(`${each.table}.${each.column}`)));
  };
  const readTitle = async () =>
    (
      await sql<{ name: string }>`SELECT name FROM alert WHERE subject_reader_id = ${readerId()}`.execute(
        db().kysely,
      )
    ).rows.map(({ name }) => name);

  const readAll = async () => {
    const { rows: tables } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`.execute(db().kysely);
    const all: Record<string, string[]> = {};
    for (const { name } of tables) {
      if (notPutBack.includes(name)) continue;
      const text = exact.includes(name) ? sql`to_jsonb(t)::text` : sql`lower(to_jsonb(t)::text)`;
      const { rows } = await sql<{ text: string }>`
        SELECT ${text} AS text FROM ${sql.table(name)} AS t ORDER BY 1`.execute(db().kysely);
      all[name] = rows.map((row) => row.text);
    }
    return all;
  };
  let before: Awaited<ReturnType<typeof readAll>>;

  const impersonate = async () => {
    const { body } = await world().call('POST /api/auth/impersonate', {
      token: await world().tokenOf({ role: 'SystemAdmin' }),
      body: { targetUserId: String(planting.userId()) },
    });
    return body.token as string;
  };

  it.each([
    ['staff without the role', () => world().tokenOf({ role: 'Internal' }), {}],
    ['an administrator in Blinded Mode', async () => planting.admin(), { [blindedHeader]: 'true' }],
    ['somebody who acts as an administrator', impersonate, {}],
  ])('is refused for %s', async (_, findToken, headers) => {
    const token = await findToken();
    for (const [call, body] of [
      ['POST /api/personal-data/restrict', { readerId: readerId(), reason: 'x' }],
      ['POST /api/personal-data/lift', { readerId: readerId() }],
    ] as const)
      expect(await world().call(call, { token, headers, body })).toMatchObject({ status: 403 });
  });

  it('needs a reason without an e-mail, and a reader that exists', async () => {
    expect(await restrict({ reason: ' ' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'reason' }] },
    });
    expect(await restrict({ reason: 'Asked by ana@acme.example' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'reason', message: emailInReasonMessage }] },
    });
    expect(await restrict({ readerId: '987654' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'readerId' }] },
    });
    expect(await lift()).toMatchObject({ status: 400, body: { message: notRestrictedMessage } });
    expect(await find()).toMatchObject([{ restriction: null, name: fullName }]);
  });

  it('leaves the values nowhere but in texts of others, while activities count on', async () => {
    // Its values are no encrypted text.
    await sql`DELETE FROM reader_restriction`.execute(db().kysely);
    // What has a value is not filled in by imports.
    await sql`UPDATE reader SET country_id = (SELECT min(id) FROM country)`.execute(db().kysely);
    before = await readAll();
    const figures = await countActivities();
    const flagged = [{ field: 'Specifics', value: true }];
    const withText = await countActivities(flagged);
    expect(withText).toEqual(figures);
    expect(await restrict()).toMatchObject({ status: 200 });
    expect(await findLeft()).toEqual([]);
    expect(await countActivities()).toEqual(figures);
    expect(await countActivities(flagged)).toEqual(withText);
    expect(await readTitle()).toEqual(['Watch Restricted Reader']);
  });

  it('says in a mail that its file is gone', async () => {
    const { rows } = await sql<{ text: string }>`
      SELECT text_body AS text FROM outbox_mail WHERE message_id = 'z@x.example'`.execute(db().kysely);
    expect(rows[0]?.text).toContain('because the personal data of a reader was restricted.');
  });

  it('is found by the e-mail, with who did it and why', async () => {
    expect(await find(` ${email.toUpperCase()}`)).toMatchObject([
      {
        id: readerId(),
        name: 'Restricted Reader',
        title: null,
        activities: 1,
        registrations: 3,
        restriction: {
          at: expect.any(String),
          by: expect.any(String),
          reason: 'The accuracy is contested.',
        },
      },
    ]);
    expect(await find('nobody@x.example')).toEqual([]);
  });

  it('is refused a second time, and so are corrections', async () => {
    const refused = {
      status: 400,
      body: { details: [{ path: 'readerId', message: restrictedReadersMessage }] },
    };
    expect(await restrict()).toMatchObject(refused);
    const values = { city: 'Oslo' };
    expect(await ask('POST /api/personal-data/correct', { readerId: readerId(), values })).toMatchObject(
      refused,
    );
  });

  it('shows the values in an export only, and changes nothing by it', async () => {
    const stored = await readAll();
    const { bytes } = await ask('POST /api/personal-data/export', { readerIds: [readerId()] });
    const text = new TextDecoder().decode(bytes);
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
    expect(JSON.parse(text)).toMatchObject({
      readers: [
        { reader: { email }, activities: [{ specifics: planted.SpecificsText }], webinars: [{ email }] },
      ],
    });
    expect(await readAll()).toEqual(stored);
  });

  it('is encrypted again with a new key, and is lifted only with that', async () => {
    const { services } = world();
    const [former, next] = ['a secret for tests', 'a key for what is stored with 32 characters'];
    const encrypt = (dataKey: string, accepted: string) =>
      reencrypt(
        { ...services, secrets: secretsFrom(former, { dataKey, acceptedDataKeys: [accepted] }) },
        { print() {}, signal: new AbortController().signal },
      );
    expect(await encrypt(next, former)).toBe(true);
    expect(await lift()).toMatchObject({ status: 409, body: { message: restrictionUnreadableMessage } });
    const erasure = { readerIds: [readerId()], keep: [] };
    expect(await ask('POST /api/personal-data/erase', erasure)).toMatchObject({ status: 409 });
    expect(await findLeft()).toEqual([]);
    const { unreadable } = await checkStoredSecrets(db().kysely, services.secrets, new Date());
    expect(describeUnreadable(unreadable)).toBe(
      'No key of this process reads 1 restricted reader; restrictions cannot be lifted.',
    );
    expect(await encrypt(former, next)).toBe(true);
  });

  it('is lifted with everything as it was', async () => {
    expect(await lift()).toMatchObject({ status: 200 });
    expect(await readAll()).toEqual(before);
    expect(await find()).toMatchObject([{ restriction: null, name: fullName }]);
  });

  it.each([
    ['the e-mail', 'R-2', `,${email}`],
    ['the id', 'R-3', 'zqexternal-1,'],
    ['both', 'R-4', `zqexternal-1,${email.toUpperCase()}`],
    ['the e-mail and a new id', 'R-5', `zqexternal-2,${email}`],
  ])('counts what is imported meanwhile under the pseudonym: with %s', async (_, id, identity) => {
    await restrict();
    expect(await importReader(id, identity)).toMatchObject({ imported: 1 });
    const { rows } = await sql<{ reader: string; country: string }>`
      SELECT e.reader_id::text AS reader, c.name AS country FROM engagement AS e
      JOIN country AS c ON c.id = e.country_id WHERE e.external_id = ${id}`.execute(db().kysely);
    expect(rows).toEqual([{ reader: readerId(), country: 'Norway' }]);
    expect(await findLeft()).toEqual([]);
  });

  it('counts what is uploaded meanwhile under the pseudonym, and gives it back', async () => {
    expect(await uploadReader()).toMatchObject({ status: 200, body: { data: { rows: 2, added: 2 } } });
    expect(await findLeft()).toEqual([]);
    await lift();
    const { rows } = await sql<{ reader_id: number; email: string; external_id: string }>`
      SELECT reader_id, email, external_id FROM webinar_registrant
      WHERE webinar = 'W1' AND reader_id IS NOT NULL`.execute(db().kysely);
    expect(rows).toEqual([{ reader_id: planting.activity().readerId, email, external_id: `W1 ${email}` }]);
    const after = await readAll();
    for (const table of ['reader', 'engagement_detail', 'excluded_email'])
      expect([table, after[table]]).toEqual([table, before[table]]);
    expect(await uploadReader()).toMatchObject({ status: 200, body: { data: { rows: 2, added: 0 } } });
    expect(await importReader('R-6', `,${email}`)).toMatchObject({ imported: 1 });
    expect((await find())[0]).toMatchObject({ activities: 6 });
  });

  it('keeps the reader when idle ones are erased, and is not among saved erasures', async () => {
    await restrict();
    const periods = {
      activities: 0,
      readers: 1,
      accounts: 0,
      auditEvents: 0,
      sendings: 0,
      mails: 0,
      mailFiles: 0,
    };
    await applyRetention({ ...world().services, db: db() }, periods, new Date('2100-01-01'));
    expect(await find()).toMatchObject([{ name: 'Restricted Reader' }]);
    expect(await readErasures(world().services)).toMatchObject({ identities: [] });
  });

  it('ends with an erasure, which leaves nothing', async () => {
    const body = { readerIds: [readerId()], keep: [], reference: 'Case 9' };
    expect(await ask('POST /api/personal-data/erase', body)).toMatchObject({ status: 200 });
    expect(await findWords()).toEqual([]);
    expect(await find()).toEqual([]);
    const { rows } = await sql`SELECT FROM reader_restriction WHERE reader_id = ${readerId()}`.execute(
      db().kysely,
    );
    expect(rows).toEqual([]);
    expect(await importReader('R-7', `,${email}`)).toMatchObject({ imported: 1 });
    expect(await findWords()).toEqual([]);
    expect(await restrict()).toMatchObject({ status: 400, body: { details: [{ path: 'readerId' }] } });
  });

  it('is listed and audited by id', async () => {
    const token = planting.admin();
    const { body } = await world().call('GET /api/personal-data/requests', { token });
    const session = await world().call('GET /api/session', { token });
    const byEmail = (session.body.data as Session).email;
    expect(body.data).toContainEqual(
      expect.objectContaining({ kind: 'restriction', reference: 'Case 8', readers: [readerId()], byEmail }),
    );
    expect(body.data).toContainEqual(expect.objectContaining({ kind: 'lifting', readers: [readerId()] }));
    const { rows } = await sql<{ detail: object }>`
      SELECT DISTINCT detail FROM audit_event
      WHERE action IN ('personal-data.restrict', 'personal-data.lift')`.execute(db().kysely);
    expect(rows).toEqual([{ detail: { readers: [Number(readerId())], reference: 'Case 8' } }]);
  });

  it('leaves an e-mail to another reader who has it as well', async () => {
    const shared = { email: 'shared@x.example', external_id: 'crm-2', first_name: 'Zqone' };
    const id = String(await world().add('reader', shared));
    const other = await world().add('reader', { email: 'Shared@x.example' });
    await restrict({ readerId: id });
    expect((await find(shared.email)).map((each) => each.id)).toEqual([id, String(other)]);
    await importReader('R-8', `,${shared.email}`);
    await importReader('R-9', `crm-2,${shared.email}`);
    const { rows } = await sql<{ reader_id: number }>`
      SELECT reader_id FROM engagement WHERE external_id IN ('R-8', 'R-9') ORDER BY external_id`.execute(
      db().kysely,
    );
    expect(rows.map(({ reader_id }) => reader_id)).toEqual([other, Number(id)]);
    await ask('POST /api/personal-data/lift', { readerId: id });
    expect(
      await sql`SELECT email, external_id, first_name FROM reader WHERE id = ${id}`.execute(db().kysely),
    ).toMatchObject({ rows: [shared] });
  });

  it('is lifted although a decision has excluded both the pseudonym and the same e-mail of another reader', async () => {
    const taken = 'taken@x.example';
    const id = await world().add('reader', { email: taken, first_name: 'Zqtaken' });
    await restrict({ readerId: String(id) });
    const other = await world().add('reader', { email: 'before@x.example' });
    await ask('POST /api/personal-data/correct', { readerId: String(other), values: { email: taken } });
    const { clientId } = planting.activity();
    const engagementIds = await Promise.all(
      [id, other].map((each) => world().addActivity({ clientId, readerId: each, status: 'Pending' })),
    );
    const readExcluded = async () => {
      const { rows } = await sql<{ excluded: string }>`
        SELECT DISTINCT x.email AS excluded FROM excluded_email AS x JOIN reader AS r ON lower(r.email) = x.email
        WHERE r.id IN (${id}, ${other})`.execute(db().kysely);
      return rows.map(({ excluded }) => excluded);
    };
    const pseudonym = (
      await sql<{ email: string }>`SELECT email FROM reader WHERE id = ${id}`.execute(db().kysely)
    ).rows[0]!.email;
    const decision = {
      engagementIds,
      customerRequestIds: [],
      status: 'Rejected',
      excludedEmails: [pseudonym, taken],
    };
    const token = await world().tokenOf({ review_activities: true });
    expect(await ask('POST /api/review-activities', decision, { token })).toMatchObject({ status: 200 });
    expect(await readExcluded()).toHaveLength(2);
    expect(await ask('POST /api/personal-data/lift', { readerId: String(id) })).toMatchObject({
      status: 200,
    });
    expect(await readExcluded()).toEqual([taken]);
    const { rows } = await sql`SELECT FROM excluded_email WHERE email = ${pseudonym}`.execute(db().kysely);
    expect(rows).toEqual([]);
  });

  it('ends as well when an erasure is repeated in a database from before it', async () => {
    const row = { email: 'later@x.example', external_id: 'crm-1', first_name: 'Zqlater' };
    const id = String(await world().add('reader', row));
    await restrict({ readerId: id });
    const { rows } = await sql<{ hash: string; keyPrint: string }>`
      SELECT encode(hash, 'hex') AS hash, key_print AS "keyPrint" FROM erased_identity
      WHERE restricted_reader_id = ${id} AND kind = 'email'`.execute(db().kysely);
    const pseudonym = 'erased-1@reader.invalid';
    const identities = rows.map((each) => ({ ...each, kind: 'email' as const, pseudonym, kept: [] }));
    expect(await replayErasures(world().services, { format: 1, identities })).toMatchObject({ erased: 1 });
    expect(await sql`SELECT first_name FROM reader WHERE id = ${id}`.execute(db().kysely)).toMatchObject({
      rows: [{ first_name: 'Erased' }],
    });
  });
});

// An erasure changes what names the reader, and no figure, order or row besides: every call that reads is compared.
import { sql } from 'kysely';
import { blindedHeader, calls } from '@readerlens/contract';
import type { CallDefinition, CallKey } from '@readerlens/contract';
import { silentDomain } from './activities/testing/outputs.ts';
import type { Parts } from './activities/testing/outputs/output.ts';
import { planted } from './activities/testing/planted-activity.ts';
import { readerPseudonym } from './people/blinding/pseudonyms.ts';
import type { Database } from './platform/db/index.ts';
import { describeOnOneEngine, setDate } from './platform/testing/index.ts';
import { askedCalls, callWorld } from './testing/call-inputs.ts';

/** What administrators have done, which an erasure adds to. */
const ofAdministrators = /^[A-Z]+ \/api\/(audit-events|personal-data)\b/;
const readCalls = askedCalls.filter(
  (call) =>
    ((calls[call] as CallDefinition).reads ?? call.startsWith('GET')) &&
    !silentDomain.test(call) &&
    !ofAdministrators.test(call),
);
/** They look for the name of the reader, which nobody has any more. */
const byName = new Set<CallKey>(['GET /api/lookups/readers']);
/** It needs no session, so it knows no Blinded Mode. */
const byLink = new Set<CallKey>(['GET /api/activity-report-file/{token}']);

const email = `${planted.Email}@x.example`;
/** Of the first reader: no other number is as high. */
const firstId = 7_000_001;
const blinded = { [blindedHeader]: 'true' };
type Headers = Readonly<Record<string, string>>;

/** Texts of cells in their places, instead of numbers in a list of all texts. */
const readCells = (text: string): string => {
  const texts = Array.from(text.matchAll(/<si>.*?<t[^>]*>(.*?)<\/t><\/si>/gs), ([, each = '']) => each);
  return text
    .replaceAll(/ t="s"><v>(\d+)<\/v>/g, (_, index: string) => `>${texts[Number(index)]}`)
    .replace(/<sst .*<\/sst>/s, '');
};
/** Several answers in one come in any order. */
const sortAnswers = (text: string): string =>
  text.startsWith('{"index":') ? text.split('\n').toSorted().join('\n') : text;
/** Without the sizes of files. */
const readShown = (text: string): string =>
  sortAnswers(readCells(text)).replaceAll(/"size":\d+/g, '"size":0');

type People = Readonly<Record<string, Headers>>;

/** To be called in a `describe`. */
const erasedWorld = (db: () => Database) => {
  // The time of an answer stands in it.
  beforeAll(async () => {
    setDate(new Date());
    await sql`ALTER TABLE reader ALTER COLUMN id RESTART WITH ${sql.lit(firstId)}`.execute(db().kysely);
  });
  afterAll(() => jest.useRealTimers());
  const { listInputs, addPerson, send } = callWorld(db);
  /** Whom answers show in the place of the reader. */
  let shown = { id: firstId, email };
  let people: People;
  let admin: Headers;
  let before: ReadonlyMap<string, string>;
  let after: ReadonlyMap<string, string>;

  /** Two more readers of the client: one has more activities than the reader, and one has fewer. Another client has the reader as well. */
  const addRivals = async () => {
    const { kysely } = db();
    const { id: organisation_id } = await kysely
      .insertInto('organisation')
      .values({ name: 'Other organisation' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const addReader = async (first_name: string) => {
      const names = { first_name, last_name: 'Rival', email: `${first_name}@x.example`, organisation_id };
      const { id } = await kysely
        .insertInto('reader')
        .values(names)
        .returning('id')
        .executeTakeFirstOrThrow();
      return { reader_id: id, organisation_id };
    };
    const repeat = (changed: object, times: number) =>
      sql`WITH planted AS (SELECT e.*, (SELECT max(id) FROM engagement) AS last FROM engagement AS e WHERE reader_id = ${firstId} LIMIT 1)
        INSERT INTO engagement SELECT c.* FROM planted AS p, generate_series(1, ${times}::integer) AS n,
          jsonb_populate_record(NULL::engagement, to_jsonb(p) || ${JSON.stringify(changed)}::jsonb
            || jsonb_build_object('id', p.last + n)) AS c`.execute(kysely);
    await repeat({}, 1);
    await repeat(await addReader('Bo'), 3);
    await repeat(await addReader('Cy'), 1);
    const { id: other } = await kysely
      .insertInto('client')
      .values({ name: 'Other client' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await repeat({ client_id: other }, 1);
  };

  beforeAll(async () => {
    const { kysely } = db();
    // What the reader wrote goes, and that there was something.
    await kysely.deleteFrom('engagement_detail').execute();
    await kysely.updateTable('engagement').set({ has_specifics: false }).execute();
    await addRivals();
    for (const table of ['webinar_registrant', 'event_registrant', 'newsletter_recipient'] as const)
      await kysely.updateTable(table).set({ email }).where('reader_id', '=', firstId).execute();
    // Before the first answers, because some list accounts.
    admin = await addPerson({ role: 'Admin' }, false);
    const client = await addPerson({ role: 'Client', communities: [1] }, true);
    people = {
      staff: {},
      'staff in Blinded Mode': blinded,
      'an account of the client': client,
      'an account of the client in Blinded Mode': { ...client, ...blinded },
    };
  });

  const listAnswers = async (asking: People) => {
    const answers = new Map<string, string>();
    for (const call of readCalls)
      for (const [index, input] of listInputs(call).entries()) {
        const asked = JSON.stringify(input).replaceAll(String(firstId), String(shown.id));
        for (const [who, headers] of Object.entries(asking)) {
          const { status, text } = await send(call, JSON.parse(asked) as Parts, headers);
          // A failure has the id of its request.
          answers.set(`${call} ${index} ${who}`, status === 200 ? readShown(text) : String(status));
        }
      }
    return answers;
  };

  /** Erases the reader, and asks before and afterwards. */
  const erase = async (wanted: (who: string) => boolean, change: object = {}) => {
    const asking = Object.fromEntries(Object.entries(people).filter(([who]) => wanted(who)));
    before = await listAnswers(asking);
    const keep = ['jobTitle', 'place', 'organization'];
    const body = { readerIds: [String(firstId)], keep, ...change };
    expect((await send('POST /api/personal-data/erase', { body }, admin)).status).toBe(200);
    const erased = await db()
      .kysely.selectFrom('reader')
      .select(['id', 'email'])
      .where('first_name', '=', 'Erased')
      .executeTakeFirstOrThrow();
    shown = { id: erased.id, email: erased.email! };
    after = await listAnswers(asking);
  };

  type Replaced = readonly (readonly [value: string, by: string])[];
  /** The organization has the place of the company. */
  const listShown = (): Replaced => [
    [email, shown.email],
    [email.replaceAll('.', '___'), shown.email.replaceAll('.', '___')],
    [planted.FirstName, 'Erased'],
    [planted.LastName, 'Reader'],
    [planted.ReaderCompany, planted.ReaderOrgs],
  ];
  /** Blinded Mode names readers by their ids: nothing is replaced if the id stays. */
  const listMasked = (): Replaced => {
    const [{ lastName: former }, { lastName: number }] = [
      readerPseudonym(firstId),
      readerPseudonym(shown.id),
    ];
    return ['Reader #', 'Reader%20#', 'Reader,#,', 'reader#@', '"#"'].map((text) => [
      text.replace('#', former),
      text.replace('#', number),
    ]);
  };

  /** The answers to a call, and what is expected of them; in Blinded Mode, the answers of before byte for byte. */
  const compare = (call: CallKey) =>
    [...before]
      .filter(([asked]) => asked.startsWith(`${call} `))
      .map(([asked, text]) => {
        const isMasked = asked.endsWith('Blinded Mode') && !byLink.has(call);
        const replaced: Replaced = [
          [String(firstId), String(shown.id)],
          ...(isMasked ? listMasked() : listShown()),
        ];
        const expected = replaced.reduce((left, [value, by]) => left.replaceAll(value, by), text);
        const found =
          byName.has(call) && !isMasked ? expected.replace(/"data":\[.+\]/, '"data":[]') : expected;
        return { asked, expected: found, received: after.get(asked) };
      });

  return { erase, compare, before: () => before, after: () => after };
};

const isNamed = (text: string) => text.includes(email) || text.includes(planted.LastName);

describeOnOneEngine('an erasure for all clients', (db) => {
  const { erase, compare, before, after } = erasedWorld(db);
  beforeAll(() => erase(() => true), 300_000);

  it.each(readCalls)('%s shows the pseudonym where the reader was, and changes nothing else', (call) => {
    for (const { asked, expected, received } of compare(call))
      expect([asked, received]).toEqual([asked, expected]);
  });

  it('is compared in rankings, lists, searches, exports and lists of marketing', () => {
    const named = [...before()].filter(([, text]) => isNamed(text)).map(([asked]) => asked);
    const wanted: readonly CallKey[] = [
      'POST /api/most-active-readers',
      'POST /api/most-active-readers/export',
      'POST /api/analytics/search',
      'POST /api/analytics/export',
      'POST /api/export-activities-review',
      'GET /api/activity-report/{configId}/{reportId}/file',
      'GET /api/notification-dashboard/{id}/file',
    ];
    expect(named).toEqual(expect.arrayContaining(wanted.map((call) => `${call} 0 staff`)));
    expect(named).toContain('POST /api/most-active-readers 0 an account of the client');
    expect(named.filter((asked) => asked.includes('/marketing-performance/'))).not.toEqual([]);
    expect(named.length).toBeGreaterThan(50);
  });

  it('leaves the reader between those with more and with fewer activities', () => {
    const ranking = after().get('POST /api/most-active-readers 0 staff');
    expect(ranking).toMatch(/Bo Rival.*Erased Reader.*Cy Rival/);
  });
});

describeOnOneEngine('an erasure for one of two clients', (db) => {
  const { erase, compare } = erasedWorld(db);
  beforeAll(() => erase((who) => who.startsWith('an account'), { clientIds: ['1'] }), 300_000);

  it.each(readCalls)('%s shows its accounts the pseudonym, and changes nothing else', (call) => {
    for (const { asked, expected, received } of compare(call))
      expect([asked, received]).toEqual([asked, expected]);
  });
});

// Whatever shows a reader, a document or an organization calls it by the same text.
import { sql } from 'kysely';
import { blindedHeader } from '@readerlens/contract';
import type { CallKey } from '@readerlens/contract';
import { activityWorld } from './activities/testing/activity-world.ts';
import { users } from './activities/testing/entitled-users.ts';
import { fileText } from './activities/testing/file-text.ts';
import { outputs } from './activities/testing/outputs.ts';
import { ofClient } from './activities/testing/outputs/output.ts';
import type { Asker, Output, Parts } from './activities/testing/outputs/output.ts';
import { plantActivity } from './activities/testing/planted-activity.ts';
import type { PlantedField } from './activities/testing/planted-activity.ts';
import { organisationPseudonym, readerPseudonym } from './people/blinding/pseudonyms.ts';
import { testDatabase } from './platform/testing/index.ts';
import { storeThings } from './testing/stored-things.ts';

const db = testDatabase();
const world = activityWorld(db);
let asker: Asker;
let token: string;
let documentId: number;

beforeAll(async () => {
  const activity = await plantActivity(db(), world());
  await db()
    .kysely.updateTable('engagement')
    .set({ available_at: new Date(Date.now() - 86_400_000) })
    .execute();
  ({ document_id: documentId } = await db()
    .kysely.selectFrom('engagement')
    .select('document_id')
    .executeTakeFirstOrThrow());
  const user = users.find(({ isStaff, columns }) => isStaff && columns.review_activities);
  if (!user) throw new Error('Someone must see every output.');
  token = await world().tokenOf({
    ...user.columns,
    access_marketing_performance: true,
    view_notifications: true,
    notification_claim_level: 'Basic',
  });
  const { body } = await world().call('GET /api/session', { token });
  const { id } = body.data as { id: string };
  const stored = await storeThings({ db: db(), services: world().services, activity }, Number(id));
  asker = { user, userId: id, ...stored, activity };
});

const answerTo = async (call: CallKey, { params = {}, query = {}, body }: Parts, headers = {}) => {
  const [method = '', path = ''] = call.split(' ');
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const response = await world().app.inject({
    method: method as 'GET',
    url: `${url}?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  return fileText(String(response.headers['content-type']), response.rawPayload);
};

type Names = Readonly<Record<'LastName' | 'DocumentTitle' | 'ReaderOrgs', string>>;
const named = ['LastName', 'DocumentTitle', 'ReaderOrgs'] as const satisfies PlantedField[];

/** Lookups are asked for what is called that way. */
const chooseParts = ({ call, parts }: Output, names: Names): Parts => {
  if (call === 'GET /api/lookups/readers') return { query: { q: names.LastName } };
  if (call === 'GET /api/lookups/organizations') return { query: { q: names.ReaderOrgs } };
  if (call.includes('/roi/')) return { body: { Names: [names.ReaderOrgs.toUpperCase()] } };
  return parts(asker);
};

const replace = async (statements: string) => {
  for (const statement of statements.split(';')) await sql.raw(statement).execute(db().kysely);
};

const sheets: ReadonlySet<CallKey> = new Set([
  'POST /api/analytics/export-pdf',
  'GET /api/activity-report-file/{token}',
]);

/** The outputs that call any of the three by another text. */
const otherNames = async (among: readonly Output[], names: Names, headers = {}) => {
  const wrong: unknown[] = [];
  for (const output of among) {
    const answer = await answerTo(output.call, chooseParts(output, names), headers);
    const text = output.read ? await output.read(db()) : answer;
    // The sheet of an activity shows only a name with a first and a last name.
    const isShown = (field: (typeof named)[number]) =>
      output.shows.includes(field) && !(field === 'LastName' && sheets.has(output.call));
    const missing = named.filter((field) => isShown(field) && !text.includes(names[field]));
    const hasOther = /unnamed|unknown (reader|company)/i.test(text);
    if (missing.length > 0 || hasOther) wrong.push([output.call, ...missing]);
  }
  return wrong;
};

const found = async (query: string, headers = {}): Promise<number> => {
  const body = { filters: ofClient(asker), query };
  const { total } = JSON.parse(await answerTo('POST /api/analytics/search', { body }, headers)) as {
    total: number;
  };
  return total;
};

const naming = outputs.filter(
  ({ call, shows }, index) =>
    named.some((field) => shows.includes(field)) && outputs[index - 1]?.call !== call,
);
/** Without files, whose texts are those of the lists. */
const lean = naming.filter(({ call, read }) => !/export|file/.test(call) && !read);
const blinded = { [blindedHeader]: 'true' };

describe('a reader, a document and an organization that are known by', () => {
  it('an external id or a domain have this name in every output, and are found by it', async () => {
    await replace(`UPDATE reader SET first_name = NULL, last_name = ' ', email = NULL, company = NULL,
        external_id = 'zqreaderid';
      UPDATE document SET title = NULL, external_id = 'zqdocumentid';
      UPDATE organisation SET name = '', domain = 'zqdomain.example'`);
    const names = {
      LastName: 'zqreaderid',
      DocumentTitle: 'zqdocumentid',
      ReaderOrgs: 'zqdomain.example',
    };
    expect(await otherNames(naming, names)).toEqual([]);
    for (const name of Object.values(names)) {
      expect(await found(name.toUpperCase())).toBe(1);
      expect(await found(name, blinded)).toBe(0);
    }
  });

  it('an external id have a number in Blinded Mode', async () => {
    const { readerId, organisationId } = asker.activity;
    const names = {
      LastName: readerPseudonym(readerId).fullName,
      DocumentTitle: `Document ${documentId}`,
      ReaderOrgs: organisationPseudonym(organisationId),
    };
    expect(await otherNames(lean, names, blinded)).toEqual([]);
    expect(await found(`document ${documentId}`, blinded)).toBe(1);
  });

  it('nothing have a number in every output, and are found by it', async () => {
    await replace(`UPDATE reader SET external_id = NULL; UPDATE document SET external_id = NULL, title = ' ';
      UPDATE organisation SET domain = NULL`);
    const { readerId, organisationId } = asker.activity;
    const names = {
      LastName: `Reader ${readerId}`,
      DocumentTitle: `Document ${documentId}`,
      ReaderOrgs: `Organization ${organisationId}`,
    };
    expect(await otherNames(lean, names)).toEqual([]);
    for (const name of Object.values(names)) expect(await found(name.toUpperCase())).toBe(1);
  });
});

it('a document that was deleted is found by the number that it is shown as', async () => {
  await replace('DELETE FROM document');
  const body = { filters: ofClient(asker), query: `document ${documentId}` };
  const list = await answerTo('POST /api/analytics/search', { body });
  expect(list).toContain(`"docTitle":"Document ${documentId}"`);
});

it('a reader with another name is found by a complete external id', async () => {
  await replace("UPDATE reader SET email = 'zqalone@x.example', external_id = 'zqreaderid'");
  expect(await found('zqreaderid')).toBe(1);
  expect(await found('zqreaderid', blinded)).toBe(0);
  for (const q of ['zqreaderid', 'zqalone', 'zqalone@x.example'])
    expect(await answerTo('GET /api/lookups/readers', { query: { q } })).toContain(
      '"name":"zqalone@x.example"',
    );
});

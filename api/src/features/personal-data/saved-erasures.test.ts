import { sql } from 'kysely';
import { ErasureKeyError } from '../../activities/erasure/erased-identities.ts';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { addUser, describeOnOneEngine, testDatabase } from '../../platform/testing/index.ts';
import { parseErasures, readErasures, replayErasures, SavedErasuresError } from './saved-erasures.ts';
import type { SavedErasures } from './saved-erasures.ts';

const gone = { email: 'Gone@X.example', external_id: 'crm-7', first_name: 'Gone-Zq', title: 'Editor' };
const stays = { email: 'stays@x.example', external_id: 'crm-8', first_name: 'Stays-Zq', title: 'Editor' };
/** Its e-mail was another one at the time of the backup. */
const moved = { email: 'moved@x.example', external_id: 'crm-9', first_name: 'Moved-Zq' };
const late = { email: 'late@x.example', first_name: 'Late-Zq' };

describeOnOneEngine('erasures that are saved', (db) => {
  /** It is lost after the erasures. */
  const lost = activityWorld(testDatabase());
  /** From a backup before them. */
  const restored = activityWorld(db);
  let saved: SavedErasures;

  const readReaders = async () => {
    const { rows } = await sql<Record<string, string | null>>`
      SELECT email, external_id, first_name, last_name, title FROM reader ORDER BY id`.execute(db().kysely);
    return rows;
  };
  const readMentions = async () =>
    (await db().kysely.selectFrom('annotation').select('text').execute()).map(({ text }) => text);
  const replay = (erasures = saved) => replayErasures(restored().services, erasures);

  beforeAll(async () => {
    await restored().add('reader', stays);
    await restored().add('reader', gone);
    await restored().add('reader', { ...moved, email: 'before@x.example' });
    const client_id = await restored().add('client', { name: 'Acme' });
    const author_id = (await addUser(db(), { role: 'Internal' })).id;
    await db()
      .kysely.insertInto('annotation')
      .values({ client_id, day: '2026-01-05', text: 'Ask gone@x.example and stays@x.example', author_id })
      .execute();

    await lost().add('reader', stays);
    const token = await lost().tokenOf({ role: 'Admin' });
    const erase = async (row: Record<string, unknown>, keep: string[]) => {
      const readerIds = [String(await lost().add('reader', row))];
      const body = { readerIds, keep, reference: 'A request' };
      expect((await lost().call('POST /api/personal-data/erase', { token, body })).status).toBe(200);
    };
    await erase(gone, ['jobTitle']);
    await erase(moved, ['organization']);
    await erase(late, []);
    saved = parseErasures(JSON.stringify(await readErasures(lost().services)));
  });

  it('name nobody', () => {
    expect(saved.identities).toHaveLength(5);
    expect(JSON.stringify(saved)).not.toMatch(/@x\.example|crm-|Zq/i);
  });

  it('are refused with another key, and change nothing', async () => {
    const before = await readReaders();
    const erasureKey = () => new TextEncoder().encode('another key of at least 32 characters');
    const { services } = restored();
    const secrets = { ...services.secrets, erasureKey };
    await expect(replayErasures({ ...services, secrets }, saved)).rejects.toThrow(ErasureKeyError);
    expect(await readReaders()).toEqual(before);
  });

  it('are repeated where readers are back, in texts as well, and leave what they left', async () => {
    expect(await replay()).toMatchObject({ erased: 2 });
    expect(await readReaders()).toEqual([
      { ...stays, last_name: null },
      {
        email: expect.stringMatching(/^erased-.*@reader\.invalid$/),
        external_id: expect.stringMatching(/^erased-/),
        first_name: 'Erased',
        last_name: 'Reader',
        title: 'Editor',
      },
      {
        email: expect.stringMatching(/^erased-.*@reader\.invalid$/),
        external_id: expect.stringMatching(/^erased-/),
        first_name: 'Erased',
        last_name: 'Reader',
        title: null,
      },
    ]);
    expect(await readMentions()).toEqual(['Ask erased and stays@x.example']);
  });

  it('are known afterwards, with those of readers who are not there', async () => {
    const hashes = ({ identities }: SavedErasures) => identities.map(({ hash }) => hash);
    expect(hashes(await readErasures(restored().services))).toEqual(expect.arrayContaining(hashes(saved)));
  });

  it('are in the audit log, by ids', async () => {
    const { rows } = await sql<{ detail: object }>`
      SELECT detail FROM audit_event WHERE action = 'personal-data.replay'`.execute(db().kysely);
    expect(rows).toEqual([
      { detail: { readers: [expect.any(Number), expect.any(Number)], restricted: [], lifted: [] } },
    ]);
  });

  it('change nothing when they are repeated once more', async () => {
    const before = await readReaders();
    expect(await replay()).toMatchObject({ erased: 0 });
    expect(await readReaders()).toEqual(before);
  });
});

it.each(['', 'x', '{}', '{"format":3,"identities":[]}', '{"format":1,"identities":[{"kind":"email"}]}'])(
  'a file with %j is refused',
  (text) => {
    expect(() => parseErasures(text)).toThrow(SavedErasuresError);
    expect(() => parseErasures(text)).toThrow('The file has no erasures');
  },
);

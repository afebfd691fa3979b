import { addDays, previousRange } from '@readerlens/filters/model';
import { seededRandom } from '@readerlens/filters/testing';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine, setDate } from '../../platform/testing/index.ts';
import { addEngagements } from './testing/add-engagements.ts';

type Path = '' | '/age-curve' | '/by-theme' | '/rows';
interface Row {
  readonly id: string;
  readonly engagements: number;
  readonly readers: number;
  readonly organizations: number;
  readonly previousEngagements: number;
  readonly lastOn: string | null;
}

interface Activity {
  readonly day: string;
  readonly document: number;
  readonly reader: number;
  readonly organisation: number | null;
  readonly quality: number | null;
  readonly topics: readonly number[];
}

describeOnOneEngine('content insights', (db) => {
  const world = activityWorld(db);
  let token = '';
  let clientId = 0;
  const range = { from: '2026-01-01', to: '2026-03-20' };

  beforeAll(async () => {
    token = await world().tokenOf({ access_marketing_performance: true });
    for (const id of [1, 2])
      await db()
        .kysely.insertInto('content_topic')
        .values({ id, name: `Theme ${id}` })
        .execute();
  });
  beforeEach(async () => {
    clientId = await world().add('client', { name: `Client ${crypto.randomUUID()}` });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const addDocument = (title: string, published_on: string | null = null, more: object = {}) =>
    world().add('document', { title, published_on, client_id: clientId, ...more });

  const addActivities = (activities: readonly Activity[]) =>
    addEngagements(
      db(),
      clientId,
      activities.map(({ quality, topics, ...activity }) => ({
        ...activity,
        row: { quality, topics: [...topics] },
      })),
    );
  const plain = (day: string, document: number): Activity => ({
    day,
    document,
    reader: 1,
    organisation: null,
    quality: null,
    topics: [],
  });

  const ask = async (path: Path, more: object = {}, dates = range) => {
    const filters = [
      { field: 'Clients', value: [{ id: String(clientId) }] },
      { field: 'DateRange', value: dates },
    ];
    const call = `POST /api/marketing-performance/content${path}` as const;
    const { status, body } = await world().call(call, { token, body: { filters, ...more } });
    expect([status, body.message]).toEqual([200, expect.anything()]);
    return body as { data: never; total: number };
  };

  it('counts what a list of the activities would', async () => {
    const random = seededRandom();
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const documents = await Promise.all(['A', 'B', 'C', 'D'].map((title) => addDocument(title)));
    const activities = Array.from({ length: 150 }, () => ({
      day: addDays('2025-09-01', Math.floor(random() * 201)),
      document: pick(documents.slice(0, 3)),
      reader: 1 + Math.floor(random() * 9),
      organisation: pick([null, 1, 2, 3]),
      quality: pick([null, 1, 2, 3]),
      topics: pick([[], [1], [1, 2]]),
    }));
    await addActivities(activities);
    const inPeriod = activities.filter(({ day }) => day >= range.from && day <= range.to);
    const readers = [...new Set(inPeriod.map(({ reader }) => reader))];
    const distinct = (rows: readonly Activity[], read: (row: Activity) => number | null) =>
      new Set(rows.map(read).filter((value) => value !== null)).size;
    const several = readers.filter(
      (one) =>
        distinct(
          inPeriod.filter(({ reader }) => reader === one),
          ({ document }) => document,
        ) > 1,
    );
    expect((await ask('')).data).toMatchObject({
      engagements: inPeriod.length,
      readers: readers.length,
      organizations: distinct(inPeriod, ({ organisation }) => organisation),
      engagedDocuments: distinct(inPeriod, ({ document }) => document),
      availableDocuments: 4,
      readersOfSeveral: several.length,
      rated: inPeriod.filter(({ quality }) => quality !== null).length,
      highQuality: inPeriod.filter(({ quality }) => quality === 1).length,
    });

    const themes = (await ask('/by-theme')).data as { theme: { id: string; name: string }; count: number }[];
    expect(Object.fromEntries(themes.map(({ theme, count }) => [theme.name, count]))).toEqual(
      Object.fromEntries(
        [1, 2].map((topic) => [
          `Theme ${topic}`,
          inPeriod.filter(({ topics }) => topics.some((one) => one === topic)).length,
        ]),
      ),
    );

    const { data, total } = await ask('/rows', { sort: { field: 'readers' } });
    const rows = data as Row[];
    expect(total).toBe(rows.length);
    const previous = previousRange(range);
    const before = activities.filter(({ day }) => day >= previous.from && day <= previous.to);
    for (const row of rows) {
      const own = inPeriod.filter(({ document }) => String(document) === row.id);
      expect(row).toMatchObject({
        engagements: own.length,
        readers: distinct(own, ({ reader }) => reader),
        organizations: distinct(own, ({ organisation }) => organisation),
        previousEngagements: before.filter(({ document }) => String(document) === row.id).length,
        lastOn: own
          .map(({ day }) => day)
          .toSorted()
          .at(-1),
      });
    }
    expect(rows.map((row) => row.readers)).toEqual(rows.map((row) => row.readers).toSorted((a, b) => b - a));
  });

  it('finds documents that decline in each of the last three full months, by more than a fifth', async () => {
    // The period ends on March 20: the full months are December to February, compared with November.
    const cases = {
      declines: [10, 9, 8, 7],
      'falls by a fifth only': [10, 9, 9, 8],
      'rises once': [10, 9, 10, 5],
      'falls by exactly a fifth': [10, 9.5, 9, 8].map(Math.round),
    };
    const starts = ['2025-11-05', '2025-12-05', '2026-01-05', '2026-02-05'];
    const add = async (title: string, counts: readonly number[], lastYear: number) => {
      const document = await addDocument(title);
      const ofMonth = (start: string, count: number) =>
        Array.from({ length: count }, () => plain(start, document));
      await addActivities([
        ...counts.flatMap((count, at) => ofMonth(starts[at] ?? '', count)),
        ...ofMonth('2025-01-10', lastYear),
      ]);
      return document;
    };
    const declines = await add('declines', cases.declines, 0);
    for (const [title, counts] of Object.entries(cases).slice(1)) await add(title, counts, 0);
    // As many in the same months of last year: it is the season.
    await add('seasonal', cases.declines, 24);
    const fell = await add('fell since last year', cases.declines, 25);
    const { data, total } = await ask('/rows', { set: 'declining' });
    expect((data as Row[]).map(({ id }) => id).toSorted()).toEqual([declines, fell].map(String).toSorted());
    expect((await ask('')).data).toMatchObject({ declining: total });
  });

  it('lists as many available documents as the coverage divides by', async () => {
    const read = await addDocument('Read');
    await addDocument('Unread');
    const foreign = await world().add('document', { title: 'Of somebody else' });
    const activity = { day: '2026-02-01', reader: 1, organisation: null, quality: null, topics: [] };
    await addActivities([read, foreign].map((document) => ({ ...activity, document })));
    const { data, total } = await ask('/rows', { set: 'available' });
    expect([total, (data as Row[]).map(({ engagements }) => engagements)]).toEqual([3, [1, 1, 0]]);
    expect((await ask('')).data).toMatchObject({ availableDocuments: 3, engagedDocuments: 2 });
  });

  it('lists own documents that were silent for 90 days, without new and inactive ones', async () => {
    const never = await addDocument('never read');
    const late = await addDocument('read before the 90 days', addDays(range.to, -90));
    const recent = await addDocument('read on the first of the 90 days', '2025-01-01');
    await addDocument('published lately', addDays(range.to, -89));
    await addDocument('withdrawn', null, { is_active: false });
    await addActivities([plain(addDays(range.to, -90), late), plain(addDays(range.to, -89), recent)]);
    const { data, total } = await ask('/rows', { set: 'silent' });
    expect((data as Row[]).map(({ id }) => id).toSorted()).toEqual([never, late].map(String).toSorted());
    expect(total).toBe(2);
    expect((await ask('')).data).toMatchObject({ silent: 2 });
  });

  it('has in each week of the age curve only documents that have had it', async () => {
    setDate(new Date('2026-03-20T10:00:00Z'));
    const old = await addDocument('old', '2026-01-01');
    const young = await addDocument('young', '2026-03-10');
    await addDocument('before the period', '2025-12-31');
    await addActivities([
      plain('2026-01-01', old),
      plain('2026-01-07', old),
      plain('2026-01-08', old),
      plain('2026-03-16', young),
      plain('2026-03-17', young),
    ]);
    const weeks = (await ask('/age-curve')).data as {
      week: number;
      engagements: number;
      documents: number;
    }[];
    expect(weeks.slice(0, 3)).toEqual([
      { week: 0, engagements: 3, documents: 2 },
      { week: 1, engagements: 1, documents: 1 },
      { week: 2, engagements: 0, documents: 1 },
    ]);
    expect(weeks).toHaveLength(26);
    expect(weeks.findIndex(({ documents }) => documents === 0)).toBe(11);
    for (const week of [0, 1]) {
      const { total } = await ask('/rows', { set: 'published', week });
      expect(total).toBe(weeks[week]?.documents);
    }
  });
});

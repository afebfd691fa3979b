import { blindedHeader } from '@readerlens/contract';
import type { ActivityType, OverlapPart, SideKind, Source } from '@readerlens/contract';
import { activityTypes, sources, stages } from '@readerlens/contract/vocabulary';
import { addDays, narrowToSide, termsFilter, toRequest } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { runs, seededRandom } from '@readerlens/filters/testing';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { addUser, describeOnOneEngine, setDate } from '../../platform/testing/index.ts';
import { addEngagements } from './testing/add-engagements.ts';

type Path = '' | '/organizations' | '/trend';
interface Side {
  readonly kind: SideKind;
  readonly ids: readonly string[];
}
interface Activity {
  readonly day: string;
  readonly document: number;
  readonly reader: number;
  readonly organisation: number | null;
  readonly type: ActivityType;
  readonly source: Source;
  readonly documentType: number | null;
  readonly topics: readonly number[];
  readonly quality: number | null;
  readonly stage: (typeof stages)[number];
}

const range = { from: '2026-01-01', to: '2026-02-28' };

const searchId = '00000000-0000-4000-8000-000000000001';
/** Its client and its dates do not apply to a side. */
const search: FilterModel = {
  filters: [
    termsFilter('Clients', [{ id: '999999' }]),
    { $type: 'RelativeDateRange', field: 'RelativeDateRange', value: '-7d' },
    termsFilter('DocumentTypes', [{ id: '71' }, { id: '72' }]),
    { ...termsFilter('ContentTopics', [{ id: '2' }]), op: 'NotContains' },
  ],
  indices: ['Engagement', 'Webinar'],
};

/** Whether an activity belongs to a side, without the code under test. Webinars and events are types, the others media. */
const belongs =
  ({ kind, ids }: Side) =>
  (activity: Activity): boolean => {
    if (kind === 'documentType') return ids.includes(String(activity.documentType));
    if (kind === 'savedSearch')
      return (
        ['71', '72'].includes(String(activity.documentType)) &&
        !activity.topics.includes(2) &&
        ['Engagement', 'Webinar'].includes(activity.type)
      );
    if (kind === 'theme') return activity.topics.some((topic) => ids.includes(String(topic)));
    return ids.some((id) =>
      id === 'webinar'
        ? activity.type === 'Webinar'
        : id === 'event'
          ? activity.type === 'Event'
          : activity.source === id,
    );
  };

const isInPeriod = ({ day }: Activity): boolean => day >= range.from && day <= range.to;
const countDistinct = (values: readonly (number | null)[]): number =>
  new Set(values.filter((value) => value !== null)).size;

const countSide = (all: readonly Activity[], side: Side) => {
  const history = all.filter(belongs(side));
  const active = history.filter(isInPeriod);
  const isNew = (reader: number) => {
    const days = history.filter((one) => one.reader === reader).map(({ day }) => day);
    const first = days.filter((day) => day >= range.from && day <= range.to).toSorted()[0] ?? '';
    return !days.some((day) => day < range.from && day >= addDays(first, -365));
  };
  const readers = [...new Set(active.map(({ reader }) => reader))];
  return {
    documents: countDistinct(active.map(({ document }) => document)),
    engagements: active.length,
    readers: readers.length,
    organizations: countDistinct(active.map(({ organisation }) => organisation)),
    rated: active.filter(({ quality }) => quality !== null).length,
    highQuality: active.filter(({ quality }) => quality === 1).length,
    lateStage: active.filter(({ stage }) => stage === 'Late').length,
    newReaders: readers.filter(isNew).length,
    // The client has no deals.
    influencedDeals: 0,
    currencies: [],
  };
};

const listOrganizations = (all: readonly Activity[], side: Side): ReadonlySet<number> =>
  new Set(
    all
      .filter((activity) => isInPeriod(activity) && belongs(side)(activity))
      .flatMap(({ organisation }) => organisation ?? []),
  );

describeOnOneEngine('two sides', (db) => {
  const world = activityWorld(db);
  let token = '';
  let clientId = 0;

  beforeAll(async () => {
    const user = await addUser(db(), { role: 'Internal', access_marketing_performance: true });
    token = await world().tokenFor(user);
    await addSearch(user.id, searchId, search);
    for (const id of [1, 2, 3]) {
      await db()
        .kysely.insertInto('content_topic')
        .values({ id, name: `Theme ${id}` })
        .execute();
      await db()
        .kysely.insertInto('document_type')
        .values({ id: 70 + id, name: `Type ${id}` })
        .execute();
    }
  });
  beforeEach(async () => {
    clientId = await world().add('client', { name: `Client ${crypto.randomUUID()}` });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const addSearch = (user_id: number, id: string, { filters, indices }: FilterModel) =>
    db()
      .kysely.insertInto('saved_search')
      .values({ id, user_id, name: id, filters: JSON.stringify(filters), indices: [...indices] })
      .execute();

  const addActivities = (activities: readonly Activity[]) =>
    addEngagements(
      db(),
      clientId,
      activities.map(({ documentType, quality, topics, ...activity }) => ({
        ...activity,
        row: { document_type_id: documentType, quality, topics: [...topics] },
      })),
    );

  const send = (path: Path, sides: { baseline: Side; comparison: Side }, more: object = {}, who = token) =>
    world().call(`POST /api/marketing-performance/comparison${path}`, {
      token: who,
      body: {
        filters: [
          { field: 'Clients', value: [{ id: String(clientId) }] },
          { field: 'DateRange', value: range },
        ],
        ...sides,
        ...more,
      },
    });
  const ask = async (...input: Parameters<typeof send>) => {
    const { status, body } = await send(...input);
    expect([status, body.message]).toEqual([200, expect.anything()]);
    return body as { data: never; total: number };
  };

  const types: Side = { kind: 'documentType', ids: ['71', '72'] };
  const theme: Side = { kind: 'theme', ids: ['2'] };
  const newsletters: Side = { kind: 'tactic', ids: ['editorial', 'streamNL'] };
  const live: Side = { kind: 'tactic', ids: ['event', 'webinar'] };
  const saved: Side = { kind: 'savedSearch', ids: [searchId] };

  describe('of random activities', () => {
    let all: readonly Activity[] = [];

    beforeEach(async () => {
      const random = seededRandom();
      const below = (count: number) => Math.floor(random() * count);
      const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
      all = Array.from({ length: runs({ test: 250, soak: 2000 }) }, () => ({
        day: addDays('2024-10-01', below(550)),
        document: 1 + below(20),
        reader: 1 + below(60),
        organisation: below(4) === 0 ? null : 1 + below(40),
        type: pick(activityTypes),
        source: pick(sources),
        documentType: below(5) === 0 ? null : 71 + below(3),
        topics: [1, 2, 3].filter(() => below(2) === 0),
        quality: pick([null, 1, 2, 3]),
        stage: pick(stages),
      }));
      await addActivities(all);
    });

    it.each([
      [types, theme],
      [newsletters, live],
      [live, types],
      [theme, theme],
      [saved, newsletters],
    ])('have the counts of the activities: %o against %o', async (baseline, comparison) => {
      const sides = { baseline, comparison };
      const [base, compared] = [listOrganizations(all, baseline), listOrganizations(all, comparison)];
      const both = [...base].filter((id) => compared.has(id)).length;
      const organizations = { baseline: base.size - both, both, comparison: compared.size - both };
      expect((await ask('', sides)).data).toEqual({
        baseline: countSide(all, baseline),
        comparison: countSide(all, comparison),
        organizations,
        uploadedDeals: 0,
      });
      for (const [part, count] of Object.entries(organizations)) {
        const { data, total } = await ask('/organizations', sides, { part, size: 200 });
        expect([part, total]).toEqual([part, count]);
        const rows = data as { id: string; baselineEngagements: number; comparisonEngagements: number }[];
        const countOfOrganization = (id: string, side: Side) =>
          all.filter((one) => isInPeriod(one) && belongs(side)(one) && String(one.organisation) === id)
            .length;
        expect(rows).toHaveLength(count);
        for (const { id, baselineEngagements, comparisonEngagements } of rows)
          expect([id, baselineEngagements, comparisonEngagements]).toEqual([
            id,
            countOfOrganization(id, baseline),
            countOfOrganization(id, comparison),
          ]);
      }
    });

    it('of a saved search have as many engagements as a search with its filters added', async () => {
      const page: FilterModel = {
        filters: [
          termsFilter('Clients', [{ id: String(clientId) }]),
          { $type: 'DateRange', field: 'DateRange', value: range },
        ],
        indices: [],
      };
      const { data } = await ask('', { baseline: saved, comparison: theme });
      const { baseline } = data as { baseline: { engagements: number } };
      const { body } = await world().call('POST /api/client-dashboard/stats', {
        token,
        body: toRequest(narrowToSide(page, { ...saved, saved: search })),
      });
      expect(baseline.engagements).toBeGreaterThan(0);
      expect(body.data).toMatchObject({ totalLeads: baseline.engagements });
    });

    it('keep the activity types and the filters of the request', async () => {
      const sides = { baseline: live, comparison: newsletters };
      const { data } = await ask('', sides, { activityTypes: ['Engagement', 'Event'] });
      const ofTypes = all.filter(({ type }) => type === 'Engagement' || type === 'Event');
      expect(data).toMatchObject({
        baseline: countSide(ofTypes, live),
        comparison: countSide(ofTypes, newsletters),
      });
      const none = (await ask('', sides, { activityTypes: ['Engagement'] })).data;
      expect(none).toMatchObject({ baseline: { engagements: 0, newReaders: 0 } });
    });
  });

  const plain: Activity = {
    day: '2026-01-05',
    document: 1,
    reader: 1,
    organisation: 1,
    type: 'Engagement',
    source: 'organic',
    documentType: 71,
    topics: [],
    quality: null,
    stage: 'Early',
  };

  it('have engagements by age, of the documents that the side has', async () => {
    setDate(new Date('2026-03-20T09:00:00Z'));
    const add = (title: string, published_on: string) =>
      world().add('document', { title, published_on, client_id: clientId });
    const [first, second] = [await add('First', '2026-01-01'), await add('Second', '2026-01-01')];
    await add('Unread', '2026-01-01');
    await addActivities([
      { ...plain, document: first, day: '2026-01-02' },
      { ...plain, document: first, day: '2026-03-10', documentType: 72 },
      { ...plain, document: second, day: '2026-01-09', documentType: 72 },
      // Before the publication.
      { ...plain, document: second, day: '2025-12-30' },
    ]);
    const sides = {
      baseline: { kind: 'documentType', ids: ['71'] },
      comparison: { kind: 'documentType', ids: ['72'] },
    } as const;
    const { baseline, comparison } = (await ask('/trend', sides)).data as Record<string, object[]>;
    expect(baseline?.slice(0, 2)).toEqual([
      { week: 0, engagements: 1, documents: 1 },
      { week: 1, engagements: 0, documents: 1 },
    ]);
    expect(comparison?.slice(0, 2)).toEqual([
      { week: 0, engagements: 0, documents: 2 },
      { week: 1, engagements: 1, documents: 2 },
    ]);
    expect(comparison?.[9]).toEqual({ week: 9, engagements: 1, documents: 2 });
  });

  it('do not show the names of organizations in Blinded Mode', async () => {
    const organisation = await world().add('organisation', { name: 'Hidden name' });
    await addActivities([{ ...plain, organisation }]);
    const { body } = await world().call('POST /api/marketing-performance/comparison/organizations', {
      token,
      headers: { [blindedHeader]: 'true' },
      body: {
        filters: [
          { field: 'Clients', value: [{ id: String(clientId) }] },
          { field: 'DateRange', value: range },
        ],
        baseline: types,
        comparison: live,
        part: 'baseline' satisfies OverlapPart,
      },
    });
    expect(body).toMatchObject({ total: 1 });
    expect(JSON.stringify(body)).not.toContain('Hidden name');
  });

  describe('of a saved search', () => {
    const text = (value: string) => ({ $type: 'Text', field: 'Email', op: 'Contains', value }) as const;
    const without = { $type: 'Exists', field: 'AnalystTagsExist', value: false } as const;
    const lines = Array.from({ length: 130 }, (_, at) => `line ${at}`).join('\n');
    const cases: Record<string, { filters: FilterModel['filters']; page?: object[]; message: RegExp }> = {
      'with a field that the caller may not search by': {
        filters: [termsFilter('OrgType', [{ id: '1' }])],
        message: /^You cannot search by these fields of the saved search: /,
      },
      'with a field that no longer exists': {
        filters: [{ ...text('x'), field: 'Gone' }],
        message: /no longer exist/,
      },
      'with a text that Blinded Mode hides': { filters: [text('x')], message: /in Blinded Mode\.$/ },
      'that costs too much together with the page': {
        filters: [{ ...text(lines), field: 'Title' }],
        page: [{ ...text(lines), field: 'Title' }],
        message: /^Together with the filters of the page: /,
      },
      'that the filters of the page rule out': {
        filters: [termsFilter('AnalystTags', [{ id: '1' }])],
        page: [without],
        message: /rule each other out: /,
      },
    };

    it.each(Object.entries(cases))('%s is refused', async (name, { filters, page = [], message }) => {
      const user = await addUser(db(), {
        role: 'Client',
        access_marketing_performance: true,
        activity_fields: ['Email', 'Title', 'AnalystTags', 'AnalystTagsExist'],
      });
      await db().kysely.insertInto('user_client').values({ user_id: user.id, client_id: clientId }).execute();
      const id = crypto.randomUUID();
      await addSearch(user.id, id, { filters, indices: [] });
      const { status, body } = await world().call('POST /api/marketing-performance/comparison', {
        token: await world().tokenFor(user),
        headers: { [blindedHeader]: String(name.includes('Blinded')) },
        body: {
          filters: [{ field: 'Clients', value: [{ id: String(clientId) }] }, ...page],
          baseline: types,
          comparison: { kind: 'savedSearch', ids: [id] },
        },
      });
      expect([status, body.code]).toEqual([400, 'invalid_input']);
      expect(body.details).toEqual([{ path: 'comparison.ids', message: expect.stringMatching(message) }]);
    });

    it('of somebody else, or that was deleted, is refused', async () => {
      const other = await world().tokenOf({ access_marketing_performance: true });
      const sides = { baseline: types, comparison: saved };
      const { status, body } = await send('', sides, {}, other);
      expect([status, body.details]).toEqual([
        400,
        [{ path: 'comparison.ids', message: expect.stringMatching(/^This saved search does not exist/) }],
      ]);
    });
  });

  it.each([
    ['webinars with newsletters', ['webinar', 'streamNL'], /cannot be combined/],
    ['unknown tactics', ['radio'], /known tactics/],
    ['none', [], /./],
  ])('are refused with %s', async (_, ids, message) => {
    for (const path of ['', '/organizations', '/trend'] as const) {
      const sides = { baseline: types, comparison: { kind: 'tactic', ids } } as const;
      const { status, body } = await send(path, sides, path === '/organizations' ? { part: 'both' } : {});
      expect([status, body.code]).toEqual([400, 'invalid_input']);
      expect(body.details).toEqual([{ path: 'comparison.ids', message: expect.stringMatching(message) }]);
    }
  });
});

import { blindedHeader } from '@readerlens/contract';
import type { CallAnswer, CallKey, Calls } from '@readerlens/contract';
import { seniorityFilter } from '@readerlens/contract/readers';
import { previousRange } from '@readerlens/filters/model';
import { countedStatusCodes } from '../../activities/codes.ts';
import { dayBefore } from '../../activities/testing/activity-world.ts';
import { clients, demoApi } from '../../data/demo/testing/demo-api.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';

type Answer<K extends CallKey> = CallAnswer<Calls[K]>;
type OrgRow = Answer<'POST /api/most-active-cos'>['data'][number];
type ReaderRow = Answer<'POST /api/most-active-readers'>['data'][number];
interface Valued {
  value: number;
}
interface Month {
  value: Record<string, number>;
}

const year = { from: dayBefore(365), to: dayBefore(0) };
const quarter = { from: dayBefore(120), to: dayBefore(31) };
const range = (value: object) => ({ field: 'DateRange', value });

interface Case {
  readonly name: string;
  readonly as: string;
  readonly range: typeof year;
  readonly filters: readonly object[];
  readonly activityTypes?: readonly string[];
  readonly blinded?: true;
  readonly seesTypes: boolean;
}

const staff = { seesTypes: true } as const;
const cases: readonly Case[] = [
  { name: 'two clients', as: 'internal', range: year, filters: [clients(1, 2)], ...staff },
  { name: 'two clients', as: 'internal', range: year, filters: [clients(1, 2)], blinded: true, ...staff },
  {
    name: 'a community and a stage',
    as: 'admin',
    range: year,
    filters: [
      clients(1, 2, 3),
      { field: 'Onlines', value: [{ id: '1' }] },
      { field: 'BuyersJourneyStage', value: [{ id: 'Early' }] },
    ],
    ...staff,
  },
  {
    name: 'requests and webinars of a quarter',
    as: 'sysadmin',
    range: quarter,
    filters: [clients(1, 2, 3, 4)],
    activityTypes: ['CustomerRequest', 'Webinar'],
    ...staff,
  },
  {
    name: 'readers without a region',
    as: 'internal',
    range: year,
    filters: [clients(1, 2), { field: 'Region', value: [], allowNA: true }],
    ...staff,
  },
  { name: 'own clients', as: 'client', range: year, filters: [clients(1, 3)], seesTypes: false },
  { name: 'a quarter', as: 'client', range: quarter, filters: [clients(1)], seesTypes: false },
  { name: 'own clients', as: 'client', range: year, filters: [clients(3)], blinded: true, seesTypes: false },
  { name: 'own client', as: 'premium', range: year, filters: [clients(2)], seesTypes: true },
  {
    name: 'own client',
    as: 'premium',
    range: quarter,
    filters: [clients(2)],
    blinded: true,
    seesTypes: true,
  },
  { name: 'one community', as: 'onecommunity', range: year, filters: [clients(1)], seesTypes: false },
  { name: 'two activity types', as: 'noevents', range: year, filters: [clients(2, 4)], seesTypes: false },
  { name: 'no data', as: 'quiet', range: year, filters: [clients(10)], seesTypes: false },
];

const formatTitle = ({ as, name, blinded }: Case): string => `${as}: ${name}${blinded ? ', blinded' : ''}`;

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const listValues = (rows: readonly Valued[]): number[] => rows.map(({ value }) => value);
const ofMonths = (months: readonly Month[]): number =>
  total(months.flatMap(({ value }) => Object.values(value)));

describeOnOneEngine('dashboards agree', (db) => {
  const api = demoApi(db);
  let compared = 0;
  /** Counts what is compared, so that a change of the demo cannot empty the test unseen. */
  const expectSame = (actual: unknown, expected: unknown) => {
    compared += 1;
    expect(actual).toEqual(expected);
  };

  beforeAll(async () => {
    const { kysely } = db();
    const ofOrganisation = (id: number) => kysely.updateTable('organisation').where('id', '=', id);
    // The demo gives every organization at most one type.
    await ofOrganisation(1)
      .set({ org_type: ['Biopharma', 'CDMO', 'CDMO'] })
      .execute();
    await ofOrganisation(5)
      .set({ org_type: ['-1'] })
      .execute();
    await ofOrganisation(6).set({ org_type: [] }).execute();
  });

  const sender = ({ as, blinded, ...parts }: Pick<Case, 'as' | 'blinded' | 'filters' | 'activityTypes'>) => {
    const { filters, activityTypes } = parts;
    return async <K extends CallKey>(call: K, more: object = {}, params: Record<string, string> = {}) => {
      const token = await api().tokenOf(`${as}@demo.example`);
      const { status, body } = await api().call(call, {
        token,
        params,
        headers: blinded ? { [blindedHeader]: 'true' } : {},
        body: { filters, ...(activityTypes ? { activityTypes } : {}), ...more },
      });
      expect([call, status, body.message]).toEqual([call, 200, '']);
      return body as unknown as Answer<K>;
    };
  };

  describe.each(cases.map((each) => [formatTitle(each), each] as const))('%s', (_title, each) => {
    const filters = [...each.filters, range(each.range)];
    const send = sender({ ...each, filters });
    const before = sender({ ...each, filters: [...each.filters, range(previousRange(each.range))] });
    const orgs = () => send('POST /api/most-active-cos', { comparePrevious: true });
    const readers = (more: object = {}) =>
      send('POST /api/most-active-readers', { size: 200, comparePrevious: true, ...more });
    const stats = async (more: object = {}) => (await send('POST /api/client-dashboard/stats', more)).data;

    it('in the sums of rankings', async () => {
      expect.hasAssertions();
      const [{ data: rows, total: count }, { data: summary }, whole, found] = [
        await orgs(),
        await send('POST /api/most-active-cos/summary'),
        await stats(),
        await send('POST /api/analytics/search'),
      ];
      const activities = summary.initialActivitiesCount + summary.subsequentActivitiesCount;
      expectSame(activities, found.total);
      expectSame(activities, whole.totalLeads);
      expectSame(
        total(rows.map((row) => row.activitiesCount)) + summary.activitiesWithoutOrgCount,
        activities,
      );
      expectSame([summary.orgsCount, count], [rows.length, rows.length]);
      expectSame(summary.usersCount, whole.uniquePeople);
      const first = await readers();
      expectSame(first.total, whole.uniquePeople);
      const rest = await Promise.all(
        Array.from({ length: Math.ceil(first.total / 200) - 1 }, (_, at) => readers({ page: at + 2 })),
      );
      const all = [first, ...rest].flatMap(({ data }) => data);
      expectSame(total(all.map((row) => row.totalEngagements)), activities);
      expectSame(
        all.map(({ rank }) => rank),
        all.map((_, at) => at + 1),
      );
      expectSame(
        rows.map(({ rank }) => rank),
        rows.map((_, at) => at + 1),
      );
    });

    it('in the types of organizations, which may overlap', async () => {
      expect.hasAssertions();
      const { data: rows } = await orgs();
      const {
        data,
        total: activities,
        withoutType,
      } = await send('POST /api/most-active-cos/orgtypechartdata');
      if (!each.seesTypes) {
        expectSame([data, activities, withoutType], [[], 0, 0]);
        return expectSame(
          rows.flatMap(({ companyType }) => companyType),
          [],
        );
      }
      const real = ({ companyType }: OrgRow) => new Set(companyType.filter((type) => type !== '-1'));
      const ofType = (type: string) => rows.filter((row) => real(row).has(type));
      for (const { companyType, activitiesCount } of data)
        expectSame(activitiesCount, total(ofType(companyType).map((row) => row.activitiesCount)));
      const typed = total(rows.filter((row) => real(row).size > 0).map((row) => row.activitiesCount));
      expectSame(activities, (await stats()).totalLeads);
      expectSame(withoutType, activities - typed);
      expectSame(
        new Set(data.map(({ companyType }) => companyType)),
        new Set(rows.flatMap((row) => [...real(row)])),
      );
    });

    it('for the most active readers', async () => {
      expect.hasAssertions();
      const { data: rows } = await readers({ size: 4 });
      const { data: most } = await send('POST /api/reader-dashboard/most-active-reader');
      expectSame(most?.readerId, rows[0]?.readerId);
      for (const { readerId, ...row } of rows) {
        const found = await send('POST /api/analytics/search', { readerId });
        expectSame(row.totalEngagements, found.total);
        const { totalLeads, uniquePeople, uniqueDocs } = await stats({ readerId });
        expectSame([totalLeads, uniquePeople, uniqueDocs], [found.total, 1, row.totalDocuments]);
        const [latest] = found.items;
        expectSame(
          [row.mostRecent, row.documentTitle, row.name, row.jobTitle],
          [latest?.date, latest?.docTitle, latest?.fullName, latest?.jobTitle],
        );
        const call = 'POST /api/reader-dashboard';
        const byField = await send(`${call}/by-field/{field}`, { readerId, size: 200 }, { field: 'Onlines' });
        expectSame(total(listValues(byField.data)), found.total);
        expectSame(ofMonths((await send(`${call}/share-by-buyersjourney`, { readerId })).data), found.total);
        const recent = await send(`${call}/recent-activities`, { readerId, size: 50 });
        expectSame(recent.data, found.items);
        const requests = await send(`${call}/recent-customer-requests`, { readerId, size: 200 });
        const isRequest = ({ activityType }: { activityType: string }) => activityType === 'CustomerRequest';
        if (found.total <= 50) expectSame(requests.data, found.items.filter(isRequest));
      }
    });

    it('for the most active organizations', async () => {
      expect.hasAssertions();
      const { data: rows } = await orgs();
      const { data: most } = await send('POST /api/reader-co-dashboard/most-active-org');
      expectSame(
        [most?.id, most?.name, most?.companyType],
        [rows[0]?.orgId, rows[0]?.orgName, rows[0]?.companyType],
      );
      const first = await send('POST /api/most-active-cos', { size: 2, comparePrevious: true });
      expectSame([first.data, first.total], [rows.slice(0, 2), rows.length]);
      for (const { orgId, ...row } of [...rows.slice(0, 3), ...rows.slice(-1)]) {
        const found = await send('POST /api/analytics/search', { orgId });
        expectSame(row.activitiesCount, found.total);
        const { totalLeads, uniquePeople } = await stats({ orgId });
        expectSame([totalLeads, uniquePeople], [row.activitiesCount, row.uniqueReaders]);
        const call = 'POST /api/reader-co-dashboard';
        const readCount = async (name: 'total-engagements-count' | 'total-unique-user-engagements-count') =>
          (await send(`${call}/${name}`, { orgId })).data.total;
        expectSame(await readCount('total-engagements-count'), row.activitiesCount);
        expectSame(await readCount('total-unique-user-engagements-count'), row.uniqueReaders);
        expectSame(
          ofMonths((await send(`${call}/engagements-over-time`, { orgId })).data),
          row.activitiesCount,
        );
        const stages = await send(`${call}/engagements-by-buyersjourney`, { orgId });
        expectSame(total(listValues(stages.data)), row.activitiesCount);
        const field = { field: 'DocumentTypes' };
        const byField = await send(`${call}/engagements-by-field/{field}`, { orgId, size: 200 }, field);
        expectSame(total(listValues(byField.data)), row.activitiesCount);
        const content = await send(`${call}/most-read-content`, { orgId, size: 200 });
        expectSame(total(content.data.map(({ totalEngagements }) => totalEngagements)), row.activitiesCount);
        const people = await send(`${call}/most-active-readers`, { orgId, size: 200 });
        expectSame(total(people.data.map(({ totalEngagements }) => totalEngagements)), row.activitiesCount);
        expectSame(new Set(people.data.map((person) => person.orgId)), new Set([orgId]));
        const { data: group } = await send(`${call}/buying-group`, { orgId });
        expectSame(group.readers, row.uniqueReaders);
        const { data: begin } = await send(`${call}/first-content`, { orgId, size: 200 });
        expectSame([begin.readers, begin.allDocuments], [row.uniqueReaders, begin.documents.length]);
        expectSame(total(begin.documents.map((document) => document.readers)), row.uniqueReaders);
        const readersByDocument = new Map(
          content.data.map((document) => [document.id, document.totalUniqueReaders]),
        );
        for (const begun of begin.documents) {
          const { onlyThis, next } = begun;
          expectSame(begun.readers <= (readersByDocument.get(begun.id) ?? 0), true);
          expectSame(onlyThis + (next?.readers ?? 0) <= begun.readers, true);
          expectSame(next === null, onlyThis === begun.readers);
        }
        const narrowed = (filter: object) => sender({ ...each, filters: [...filters, filter] });
        for (const { id, readers: count } of group.roles) {
          const value = id === '' ? [] : [{ id }];
          const personas = { field: 'Personas', value, allowNA: id === '' };
          const { data: whole } = await narrowed(personas)('POST /api/client-dashboard/stats', { orgId });
          expectSame(count, whole.uniquePeople);
        }
        for (const { level, readers: count } of group.seniority) {
          const title = { field: 'Title', ...seniorityFilter(level) };
          const { data: whole } = await narrowed(title)('POST /api/client-dashboard/stats', { orgId });
          expectSame(count, whole.uniquePeople);
        }
        const { data: place } = await send(`${call}/rank`, { orgId });
        expectSame([place.rank, place.of], [row.rank, rows.length]);
        for (const { companyType, rank, of } of place.byType) {
          const peers = rows.filter((peer) => peer.companyType.includes(companyType));
          expectSame([rank, of], [peers.findIndex((peer) => peer.orgId === orgId) + 1, peers.length]);
        }
        const { data: similar, ownDocuments } = await send(`${call}/similar-orgs`, { orgId, size: 3 });
        expectSame(ownDocuments, content.data.length);
        const own = new Set(content.data.map(({ id }) => id));
        for (const other of similar) {
          const theirs = await send(`${call}/most-read-content`, { orgId: other.orgId, size: 200 });
          const shared = theirs.data.filter(({ id }) => own.has(id)).length;
          expectSame([other.sharedDocuments, other.totalDocuments], [shared, theirs.data.length]);
        }
      }
    });

    it('with the previous period, which is the same call with other dates', async () => {
      expect.hasAssertions();
      const compare = (
        rows: readonly Pick<OrgRow, 'isNew' | 'previousActivities' | 'previousRank'>[],
        idOf: (at: number) => string | undefined,
        earlier: ReadonlyMap<string, readonly [number | null, number]>,
      ) => {
        for (const [at, row] of rows.entries()) {
          const [rank, activities] = earlier.get(idOf(at) ?? '') ?? [null, 0];
          expectSame(
            [row.previousRank, row.previousActivities, row.isNew],
            [rank, activities, rank === null],
          );
        }
      };
      const { data: rows } = await orgs();
      const { data: earlier } = await before('POST /api/most-active-cos');
      const figures = earlier.map((row) => [row.orgId, [row.rank, row.activitiesCount]] as const);
      compare(rows, (at) => rows[at]?.orgId, new Map(figures));
      const { data: people } = await readers({ size: 20 });
      const pages = [1, 2, 3, 4, 5].map((page) =>
        before('POST /api/most-active-readers', { size: 200, page }),
      );
      const past = (await Promise.all(pages)).flatMap(({ data }) => data);
      const readerFigures = past.map((row) => [row.readerId, [row.rank, row.totalEngagements]] as const);
      compare(people, (at) => people[at]?.readerId, new Map(readerFigures));
    });
  });

  it('with the stored activities, by the organization at the time', async () => {
    const facts = (await db().kysely.selectFrom('engagement').selectAll().execute()).filter(
      ({ status, client_id, occurred_at }) =>
        countedStatusCodes.includes(status) &&
        [1, 2].includes(client_id) &&
        occurred_at.toISOString().slice(0, 10) >= year.from,
    );
    const counts = <Key>(keyOf: (fact: (typeof facts)[number]) => Key) => {
      const groups = new Map<Key, typeof facts>();
      for (const fact of facts) groups.set(keyOf(fact), [...(groups.get(keyOf(fact)) ?? []), fact]);
      return groups;
    };
    const different = (values: readonly number[]) => new Set(values).size;
    const send = sender({ as: 'internal', filters: [clients(1, 2), range(year)] });
    const orgs = [...counts(({ organisation_id }) => organisation_id)]
      .flatMap(([id, own]) => (id === null ? [] : [[id, own.length, different(own.map((f) => f.reader_id))]]))
      .sort(([a = 0, m = 0, r = 0], [b = 0, n = 0, s = 0]) => n - m || s - r || a - b);
    const { data: orgRows } = await send('POST /api/most-active-cos');
    expectSame(
      orgRows.map((row) => [Number(row.orgId), row.activitiesCount, row.uniqueReaders]),
      orgs,
    );
    const readers = [...counts(({ reader_id }) => reader_id)]
      .map(([id, own]) => [id, own.length, different(own.map((f) => f.document_id))])
      .sort(([a = 0, m = 0, d = 0], [b = 0, n = 0, e = 0]) => n - m || e - d || a - b);
    const { data: readerRows } = await send('POST /api/most-active-readers', { size: 200 });
    expectSame(
      readerRows.map((row) => [Number(row.readerId), row.totalEngagements, row.totalDocuments]),
      readers.slice(0, 200),
    );
    // The story of a reader who changed the organization.
    const moved = new Set(facts.filter((f) => f.organisation_id === 4).map((f) => f.reader_id));
    expect(facts.some((f) => moved.has(f.reader_id) && f.organisation_id !== 4)).toBe(true);
  });

  it('with Blinded Mode: other names, the same order', async () => {
    const filters = [clients(1, 2), range(year)];
    const [open, blinded] = [true, false].map((isOpen) =>
      sender({ as: 'internal', filters, ...(isOpen ? {} : { blinded: true as const }) }),
    );
    for (const send of [open, blinded]) if (!send) throw new Error('Missing.');
    const readOrgsAndReaders = async (send: typeof open) => ({
      orgs: (await send?.('POST /api/most-active-cos'))?.data ?? [],
      readers: (await send?.('POST /api/most-active-readers', { size: 200 }))?.data ?? [],
    });
    const [a, b] = [await readOrgsAndReaders(open), await readOrgsAndReaders(blinded)];
    const orgFigures = ({ orgId, rank, activitiesCount }: OrgRow) => [orgId, rank, activitiesCount];
    const readerFigures = ({ readerId, rank, totalEngagements }: ReaderRow) => [
      readerId,
      rank,
      totalEngagements,
    ];
    expectSame(b.orgs.map(orgFigures), a.orgs.map(orgFigures));
    expectSame(b.readers.map(readerFigures), a.readers.map(readerFigures));
    for (const { orgName } of b.orgs) expect(orgName).toMatch(/^Company \d+$/);
    for (const row of b.readers) {
      expect(row.name).toMatch(/^Reader \d+$/);
      expect([row.userIdOrEmail, row.linkedInUrl]).toEqual([row.readerId, null]);
    }
  });

  it('in at least 500 comparisons', () => expect(compared).toBeGreaterThanOrEqual(500));
});

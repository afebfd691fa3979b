import { blindedHeader } from '@readerlens/contract';
import { newnessKinds } from '@readerlens/contract/marketing';
import type { Lookback, NewnessKind } from '@readerlens/contract/marketing';
import { addDays } from '@readerlens/filters/model';
import { runs, seededRandom } from '@readerlens/filters/testing';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine, setDate } from '../../platform/testing/index.ts';
import { addEngagements } from './testing/add-engagements.ts';
import type { PlannedEngagement } from './testing/add-engagements.ts';

type Counts = Record<NewnessKind, number>;
interface Month {
  readonly key: string;
  readonly value: Counts;
}
type Path = '' | '/by-month' | '/by-source' | '/cohorts' | '/rows';

/** The days of each subject's activities, in order. */
type Histories = readonly (readonly string[])[];

const subtractDays = (day: string, days: number) => addDays(day, -days);

/** Classifies each subject of a period by its days alone, without the code under test. */
const classifyDays = (histories: Histories, from: string, to: string, lookback: Lookback): Counts => {
  const counts: Counts = { netNew: 0, reactivated: 0, returning: 0 };
  for (const days of histories) {
    const first = days.find((day) => day >= from && day <= to);
    if (first === undefined) continue;
    const earlier = days.filter((day) => day < from);
    const isRecent =
      lookback === 'ever' || earlier.some((day) => day >= subtractDays(first, Number(lookback)));
    const kind = earlier.length === 0 ? 'netNew' : isRecent ? 'returning' : 'reactivated';
    counts[kind] += 1;
  }
  return counts;
};

describeOnOneEngine('who is new', (db) => {
  const world = activityWorld(db);
  let token = '';

  beforeAll(async () => {
    token = await world().tokenOf({ access_marketing_performance: true });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** A client whose readers, each with an organization of their own, are active at noon of these days. */
  let clientsAdded = 0;
  const addHistories = async (histories: Histories): Promise<number> => {
    const current = world();
    const clientId = await current.add('client', { name: `Client ${(clientsAdded += 1)}` });
    const subjects = await Promise.all(
      histories.map(async (_, at) => ({
        reader: await current.add('reader', { email: `reader${clientId}-${at}@readers.example` }),
        organisation: await current.add('organisation', { name: `Organization ${at}` }),
      })),
    );
    const days = histories.flatMap((history, at) =>
      history.map((day, order): PlannedEngagement => ({
        ...subjects[at],
        day,
        source: order === 0 ? 'organic' : 'webinar',
      })),
    );
    await addEngagements(db(), clientId, days);
    return clientId;
  };

  const ask = async (
    path: Path,
    clientId: number,
    range: { from: string; to: string },
    more: object = {},
  ) => {
    const filters = [
      { field: 'Clients', value: [{ id: String(clientId) }] },
      { field: 'DateRange', value: range },
    ];
    const call = `POST /api/marketing-performance/newness${path}` as const;
    const { status, body } = await world().call(call, { token, body: { filters, ...more } });
    expect([status, body.message]).toEqual([200, expect.anything()]);
    return body as { data: never; total: number };
  };

  const readKinds = async (days: string, range: { from: string; to: string }) => {
    const clientId = await addHistories([days.split(' ')]);
    const { readers } = (await ask('', clientId, range)).data as { readers: Counts };
    return newnessKinds.filter((kind) => readers[kind] > 0);
  };

  it('looks back 365 days, the last of them included', async () => {
    const march = { from: '2025-03-01', to: '2025-03-31' };
    expect(await readKinds('2024-03-01 2025-03-01', march)).toEqual(['returning']);
    expect(await readKinds('2024-02-29 2025-03-01', march)).toEqual(['reactivated']);
    expect(await readKinds('2025-03-01', march)).toEqual(['netNew']);
    expect(await readKinds('2025-02-28 2025-03-31', march)).toEqual(['returning']);
  });

  it('decides by the first activity of each period', async () => {
    const days = '2026-01-09 2026-01-11 2026-01-12 2026-01-13 2026-01-15 2026-01-17 2026-01-18 2026-01-19';
    const clientId = await addHistories([days.split(' ')]);
    const kinds: Record<string, string[]> = {};
    for (const day of days.split(' ')) {
      const { readers } = (await ask('', clientId, { from: day, to: day }, { lookback: 'ever' })).data as {
        readers: Counts;
      };
      for (const kind of newnessKinds) if (readers[kind] > 0) (kinds[kind] ??= []).push(day.slice(8));
    }
    expect(kinds).toEqual({ netNew: ['09'], returning: ['11', '12', '13', '15', '17', '18', '19'] });
  });

  describe('random histories', () => {
    let clientId = 0;
    let histories: Histories = [];
    const range = { from: '2025-10-12', to: '2026-02-20' };

    beforeAll(async () => {
      const random = seededRandom();
      histories = Array.from({ length: runs({ test: 120, soak: 1000 }) }, () => {
        const days = Array.from({ length: 1 + Math.floor(random() * 6) }, () =>
          addDays('2024-06-01', Math.floor(random() * 660)),
        );
        return [...new Set(days)].sort();
      });
      clientId = await addHistories(histories);
    });

    const months = [
      ['2025-10', '2025-10-12', '2025-10-31'],
      ['2025-11', '2025-11-01', '2025-11-30'],
      ['2025-12', '2025-12-01', '2025-12-31'],
      ['2026-01', '2026-01-01', '2026-01-31'],
      ['2026-02', '2026-02-01', '2026-02-20'],
    ] as const;

    it.each(['90', '365', 'ever'] as const)('agree with the days, looking back %s', async (lookback) => {
      const whole = (await ask('', clientId, range, { lookback })).data as Record<string, Counts>;
      const expected = classifyDays(histories, range.from, range.to, lookback);
      expect(whole).toMatchObject({
        readers: expected,
        organizations: expected,
        readersOfNewOrganizations: expected.netNew + expected.reactivated,
      });
      for (const subject of ['readers', 'organizations']) {
        const byMonth = (await ask('/by-month', clientId, range, { subject, lookback })).data as Month[];
        expect(byMonth).toEqual(
          months.map(([key, from, to]) => ({ key, value: classifyDays(histories, from, to, lookback) })),
        );
      }
    });

    it('are listed, as many as are counted', async () => {
      const { readers } = (await ask('', clientId, range)).data as { readers: Counts };
      for (const subject of ['readers', 'organizations'])
        for (const kind of newnessKinds) {
          const { data, total } = await ask('/rows', clientId, range, { subject, kinds: [kind], size: 200 });
          expect(total).toBe(readers[kind]);
          const rows = data as { kind: string; id: string; path: string; firstOn: string }[];
          expect(rows.map((row) => row.kind)).toEqual(Array<string>(total).fill(kind));
          expect(new Set(rows.map(({ id }) => id)).size).toBe(total);
          for (const { firstOn, path } of rows) {
            expect(firstOn >= range.from && firstOn <= range.to).toBe(true);
            expect(path).toMatch(/^\/analytics\/reader-/);
          }
        }
      const inMonth = await ask('/rows', clientId, range, { subject: 'readers', month: '2026-01' });
      const january = classifyDays(histories, '2026-01-01', '2026-01-31', '365');
      expect(inMonth.total).toBe(january.netNew + january.reactivated + january.returning);
    });

    it('have as many first sources as new ones', async () => {
      const { netNew, reactivated } = classifyDays(histories, range.from, range.to, '365');
      const sources = (await ask('/by-source', clientId, range, { subject: 'readers' })).data as {
        name: string;
        value: number;
      }[];
      expect(sources.reduce((sum, { value }) => sum + value, 0)).toBe(netNew + reactivated);
      for (const { name, value } of sources)
        expect(
          (
            await ask('/rows', clientId, range, {
              subject: 'readers',
              kinds: ['netNew', 'reactivated'],
              source: name,
            })
          ).total,
        ).toBe(value);
    });

    it('return in windows of 30 days, none of which today cuts short', async () => {
      setDate(new Date('2026-03-10T09:00:00Z'));
      const { cohorts, mean } = (await ask('/cohorts', clientId, range, { subject: 'readers' })).data as {
        cohorts: { key: string; size: number; active: (number | null)[] }[];
        mean: ({ active: number; of: number } | null)[];
      };
      const expected = months.map(([key, from, to]) => {
        const cohort = histories.filter(
          (days) =>
            classifyDays([days], from, to, '365').returning === 0 && days.some((d) => d >= from && d <= to),
        );
        const active = [0, 1, 2, 3, 4, 5].map((window) => {
          if (addDays(to, window * 30 + 29) >= '2026-03-10') return null;
          return cohort.filter((days) => {
            const first = days.find((day) => day >= from) ?? '';
            const start = addDays(first, Math.max(1, window * 30));
            return days.some((day) => day >= start && day <= addDays(first, window * 30 + 29));
          }).length;
        });
        return { key, size: cohort.length, active };
      });
      expect(cohorts).toEqual(expected);
      expect(mean[5]).toBeNull();
      expect(mean[0]?.of).toBe(
        expected.reduce((sum, { size, active }) => sum + (active[0] === null ? 0 : size), 0),
      );
    });

    it('are listed by the months whose days are over, as many as the mean divides by', async () => {
      setDate(new Date('2026-03-10T09:00:00Z'));
      const body = { kinds: ['netNew', 'reactivated'], isFullMonth: true, size: 200 };
      for (const [subject, lookback] of [
        ['readers', '90'],
        ['organizations', '365'],
      ]) {
        const choice = { subject, lookback };
        const { mean } = (await ask('/cohorts', clientId, range, choice)).data as {
          mean: ({ of: number } | null)[];
        };
        const listed = await ask('/rows', clientId, range, { ...choice, ...body });
        expect(listed.total).toBe(mean[0]?.of);
        const rows = listed.data as { id: string; firstOn: string }[];
        const entries = rows.map(({ id, firstOn }) => `${id} ${firstOn.slice(0, 7)}`);
        expect(new Set(entries).size).toBe(Math.min(listed.total, 200));
        // Thirty days after February are not over.
        expect(rows.filter(({ firstOn }) => firstOn > '2026-01-31')).toEqual([]);
      }
      const later = { from: '2026-02-01', to: '2026-02-20' };
      expect(await ask('/rows', clientId, later, { subject: 'readers', ...body })).toMatchObject({
        total: 0,
      });
    });
  });

  it('says when the history is shorter than the days to look back', async () => {
    const clientId = await addHistories([['2025-12-01', '2026-01-05']]);
    const range = { from: '2026-01-01', to: '2026-01-31' };
    expect((await ask('', clientId, range)).data).toMatchObject({
      historyFrom: '2025-12-01',
      isHistoryShort: true,
    });
    const oneDay = { from: '2026-03-05', to: '2026-03-31' };
    expect((await ask('', clientId, oneDay, { lookback: '90' })).data).toMatchObject({
      isHistoryShort: false,
    });
  });

  it('does not show names in Blinded Mode', async () => {
    const clientId = await addHistories([['2026-01-05']]);
    const filters = [
      { field: 'Clients', value: [{ id: String(clientId) }] },
      { field: 'DateRange', value: { from: '2026-01-01', to: '2026-01-31' } },
    ];
    for (const subject of ['readers', 'organizations']) {
      const { body } = await world().call('POST /api/marketing-performance/newness/rows', {
        token,
        body: { filters, subject },
        headers: { [blindedHeader]: 'true' },
      });
      expect(body).toMatchObject({ total: 1 });
      expect(JSON.stringify(body)).not.toMatch(/readers\.example|Organization 0/);
    }
  });

  it('refuses a month outside of the period', async () => {
    const filters = [
      { field: 'Clients', value: [{ id: '1' }] },
      { field: 'DateRange', value: { from: '2026-01-01', to: '2026-01-31' } },
    ];
    const { status, body } = await world().call('POST /api/marketing-performance/newness/rows', {
      token,
      body: { filters, subject: 'readers', month: '2025-12' },
    });
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'invalid_input' })]);
  });
});

describeOnOneEngine('marketing performance', (db) => {
  const without = activityWorld(db, { FEATURES: '-marketing-performance' });
  it('is refused without the feature and without the claim', async () => {
    const body = { filters: [{ field: 'Clients', value: [{ id: '1' }] }] };
    const call = 'POST /api/marketing-performance/newness';
    for (const access_marketing_performance of [true, false]) {
      const token = await without().tokenOf({ access_marketing_performance });
      expect(await without().call(call, { token, body })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
    }
  });
});

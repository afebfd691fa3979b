import type { CallData, Calls } from '@readerlens/contract';
import { blindedHeader } from '@readerlens/contract';
import { influences } from '@readerlens/contract/marketing-pipeline';
import { activityTypes } from '@readerlens/contract/vocabulary';
import {
  addDays,
  dateRangeFilter,
  namedCatalogue,
  narrowToSide,
  termsFilter,
  toRequest,
} from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { runs, seededRandom } from '@readerlens/filters/testing';
import { readDeals } from '../../activities/pipeline/deals.ts';
import { recordQueries } from '../../platform/db/record-queries.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { dealsWorld, pipeline, today, year } from './testing/deals-world.ts';
import type { PlannedDeal, PlannedTouch } from './testing/deals-world.ts';

describeOnOneEngine('pipeline impact', (db) => {
  const { world, tested, addDeals, addTouches, addOrganisation, ask } = dealsWorld(db);

  it('looks back 180 days from the creation, and forward to the close, never after it', async () => {
    const of = await Promise.all(Array.from({ length: 6 }, (_, at) => addOrganisation(`Org ${at}`)));
    const created = '2025-12-01';
    const deal = (at: number) => ({ id: `D${at}`, created, organisation: of[at]! });
    await addDeals([
      { ...deal(0), stage: 'Won', closed: '2026-01-10' },
      { ...deal(1), stage: 'Won', closed: '2026-01-10' },
      { ...deal(2), stage: 'Lost', closed: '2026-01-10' },
      // The close of an open deal is a forecast.
      { ...deal(3), closed: '2026-01-10' },
      { ...deal(4), stage: 'Won', closed: '2026-01-10' },
      // Nobody knows when it closed.
      { ...deal(5), stage: 'Won' },
    ]);
    await addTouches([
      { organisation: of[0]!, day: addDays(created, -180) },
      { organisation: of[1]!, day: addDays(created, -181) },
      { organisation: of[1]!, day: '2026-01-10' },
      { organisation: of[2]!, day: created },
      { organisation: of[2]!, day: '2026-01-09', document: 2 },
      { organisation: of[3]!, day: today },
      { organisation: of[4]!, day: '2025-11-30' },
      { organisation: of[4]!, day: '2025-12-02' },
      { organisation: of[5]!, day: '2025-12-02' },
    ]);
    const { data } = await ask('/rows', { size: 20 });
    const shown = data
      .map(({ externalId, isAssisted, isAccelerated, touches }) => [
        externalId,
        isAssisted,
        isAccelerated,
        touches,
      ])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b)));
    expect(shown).toEqual([
      ['D0', true, false, 1],
      ['D1', false, false, 0],
      ['D2', false, true, 2],
      ['D3', false, true, 1],
      // The same reader with the same document is one touch.
      ['D4', true, true, 1],
      ['D5', false, false, 0],
    ]);
    expect((await ask('')).data).toMatchObject({
      deals: 6,
      influenced: 4,
      assisted: 2,
      accelerated: 3,
      undatedCloses: 1,
    });
  });

  it('counts only activities that the viewer may see', async () => {
    const organisation = await addOrganisation();
    await addDeals([{ id: 'D1', created: '2026-01-01', organisation }]);
    await addTouches([{ organisation, day: '2025-12-01', type: 'Event' }]);
    expect((await ask('')).data).toMatchObject({ influenced: 1 });
    tested.token = await world().tokenOf({
      access_marketing_performance: true,
      denied_activity_types: ['Event'],
    });
    expect((await ask('')).data).toMatchObject({ deals: 1, influenced: 0 });
    const { data } = await ask('/rows');
    expect(data).toMatchObject([{ account: 'Account D1', organization: null }]);
  });

  it('has no rates while a stage has no outcome, and names the stage', async () => {
    await addDeals([
      { id: 'D1', created: '2026-01-01', stage: 'Won', closed: '2026-01-05' },
      { id: 'D2', created: '2026-01-01', stage: 'Maybe' },
    ]);
    expect((await ask('')).data).toMatchObject({ rates: null, unmappedStages: ['Maybe'] });
    expect((await ask('/by-stage')).data).toEqual([
      { stage: 'Maybe', outcome: null, deals: 1, influenced: 0 },
      { stage: 'Won', outcome: 'won', deals: 1, influenced: 0 },
    ]);
  });

  it('never adds currencies, and deals without one are a group of their own', async () => {
    const organisation = await addOrganisation();
    await addDeals([
      { id: 'D1', created: '2026-01-01', cents: 100, organisation },
      { id: 'D2', created: '2026-01-01', cents: 50, stage: 'Won', closed: '2026-02-20' },
      { id: 'D3', created: '2026-01-01', cents: 7, currency: 'USD' },
      { id: 'D4', created: '2026-01-01', cents: 9, currency: null },
      { id: 'D5', created: '2026-01-01' },
    ]);
    await addTouches([{ organisation, day: '2025-12-31' }]);
    const { currencies } = (await ask('')).data;
    const none = { deals: 0, cents: 0, influencedDeals: 0, influencedCents: 0 };
    expect(currencies).toEqual([
      {
        currency: 'EUR',
        open: { deals: 1, cents: 100, influencedDeals: 1, influencedCents: 100 },
        won: { ...none, deals: 1, cents: 50 },
      },
      { currency: null, open: { ...none, deals: 1, cents: 9 }, won: none },
      { currency: 'USD', open: { ...none, deals: 1, cents: 7 }, won: none },
    ]);
    expect((await ask('/rows', { currency: null, hasAmount: true })).total).toBe(1);
  });

  it('credits tactics, and the credits of all periods add up to the amount', async () => {
    const organisation = await addOrganisation();
    await addDeals([
      { id: 'D1', created: '2026-01-01', cents: 10_000_000, organisation },
      { id: 'D2', created: '2026-01-01', cents: 500, stage: 'Lost', closed: '2026-02-01', organisation },
    ]);
    await addTouches([
      { organisation, day: '2025-12-01', document: 1, type: 'Webinar', source: 'webinar' },
      { organisation, day: '2025-12-02', document: 2, type: 'Webinar', source: 'webinar' },
      { organisation, day: '2025-12-03', document: 3 },
      { organisation, day: '2026-01-04', document: 4, source: 'editorial' },
    ]);
    const credits = async (more: object, range = year) =>
      (await ask('/credits', more, range)).data.map(({ tactic, cents, deals }) => [tactic, cents, deals]);
    expect(await credits({})).toEqual([
      ['webinar', 5_000_000, 1],
      ['newsletter', 2_500_000, 1],
      ['content', 2_500_000, 1],
    ]);
    expect(await credits({ model: 'last' })).toEqual([
      ['webinar', 0, 1],
      ['newsletter', 10_000_000, 1],
      ['content', 0, 1],
    ]);
    const december = { from: '2025-12-01', to: '2025-12-31' };
    expect(await credits({ basis: 'touch' }, december)).toEqual([
      ['webinar', 5_000_000, 1],
      ['content', 2_500_000, 1],
    ]);
    expect(await credits({ basis: 'touch' }, { from: '2026-01-01', to: '2026-01-31' })).toEqual([
      ['newsletter', 2_500_000, 1],
    ]);
    expect(await credits({}, december)).toEqual([]);
  });

  describe('of random deals', () => {
    interface RandomDeal extends PlannedDeal {
      readonly stage: string;
    }
    let deals: RandomDeal[] = [];
    let touches: PlannedTouch[] = [];

    beforeEach(async () => {
      const random = seededRandom();
      const pick = (from: string, days: number) => addDays(from, Math.floor(random() * days));
      const organisations = await Promise.all(
        Array.from({ length: 12 }, (_, at) => addOrganisation(`Org ${at}`)),
      );
      deals = Array.from({ length: runs({ test: 60, soak: 2000 }) }, (_, at) => {
        const stage = ['Open', 'Won', 'Lost'][Math.floor(random() * 3)] ?? '';
        const created = pick('2025-03-11', 360);
        const closed = addDays(created, Math.floor(random() * 120));
        return {
          id: `D${at}`,
          stage,
          created,
          ...(stage === 'Open' && random() < 0.5 ? {} : { closed: closed > today ? today : closed }),
          cents: Math.floor(random() * 1e7),
          currency: random() < 0.7 ? 'EUR' : 'USD',
          ...(random() < 0.8 ? { organisation: organisations[Math.floor(random() * 12)]! } : {}),
        };
      });
      touches = Array.from({ length: runs({ test: 150, soak: 5000 }) }, () => ({
        organisation: organisations[Math.floor(random() * 12)]!,
        day: pick('2024-09-01', 550),
        reader: 1 + Math.floor(random() * 4),
        document: 1 + Math.floor(random() * 4),
        type: (['Engagement', 'Webinar', 'Event'] as const)[Math.floor(random() * 3)]!,
      }));
      await addDeals(deals);
      await addTouches(touches);
    });

    /** The touches of a deal, without the code under test. */
    const findTouches = ({ organisation, created, closed, stage }: RandomDeal) => {
      const end = stage === 'Open' ? addDays(today, 1) : (closed ?? created);
      return touches.filter(
        (touch) =>
          touch.organisation === organisation && touch.day >= addDays(created, -180) && touch.day < end,
      );
    };

    it('agree with the deals and their touches, and each number opens as many rows', async () => {
      const { data } = await ask('');
      const found = deals.map((deal) => ({ deal, own: findTouches(deal) }));
      const influenced = found.filter(({ own }) => own.length > 0);
      const assisted = found.filter(({ deal, own }) => own.some(({ day }) => day < deal.created));
      const accelerated = found.filter(({ deal, own }) => own.some(({ day }) => day >= deal.created));
      expect(data).toMatchObject({
        deals: deals.length,
        influenced: influenced.length,
        assisted: assisted.length,
        accelerated: accelerated.length,
      });
      const expected = { all: deals.length, none: deals.length - influenced.length };
      for (const influence of influences)
        expect((await ask('/rows', { influence })).total).toBe({ ...data, ...expected }[influence]);
      for (const { stage, deals: count } of (await ask('/by-stage')).data)
        expect((await ask('/rows', { stage })).total).toBe(count);
      for (const { from, deals: count } of (await ask('/touches')).data)
        expect((await ask('/rows', { window: from })).total).toBe(count);
      const wonInEur = found.filter(({ deal }) => deal.stage === 'Won' && deal.currency === 'EUR');
      const sum = (all: typeof found) => all.reduce((cents, { deal }) => cents + (deal.cents ?? 0), 0);
      expect(data.currencies.find(({ currency }) => currency === 'EUR')?.won).toEqual({
        deals: wonInEur.length,
        cents: sum(wonInEur),
        influencedDeals: wonInEur.filter(({ own }) => own.length > 0).length,
        influencedCents: sum(wonInEur.filter(({ own }) => own.length > 0)),
      });
      const { rates } = data;
      const closed = deals.filter(({ stage }) => stage !== 'Open').length;
      expect((rates?.influenced.closed ?? 0) + (rates?.others.closed ?? 0)).toBe(closed);
    });

    it('are influenced by a side of a comparison, and each number opens as many rows', async () => {
      const page: FilterModel = {
        filters: [termsFilter('Clients', [{ id: String(tested.clientId) }]), dateRangeFilter(year)],
        indices: [],
      };
      const sides = {
        baseline: { kind: 'tactic', ids: ['webinar'] },
        comparison: { kind: 'tactic', ids: ['webinar', 'event'] },
      } as const;
      const { body } = await world().call('POST /api/marketing-performance/comparison', {
        token: tested.token,
        body: { ...toRequest(page), ...sides },
      });
      const data = body.data as CallData<Calls['POST /api/marketing-performance/comparison']>;
      expect(data.uploadedDeals).toBe(deals.length);
      for (const [name, types] of [
        ['baseline', ['Webinar']],
        ['comparison', ['Webinar', 'Event']],
      ] as const) {
        const narrowed = toRequest(narrowToSide(page, sides[name]));
        const countRows = async (limits: object) =>
          (await ask('/rows', { ...narrowed, influence: 'influenced', ...limits })).total;
        const influenced = deals.filter((deal) =>
          findTouches(deal).some(({ type }) => types.some((each) => each === type)),
        );
        const { influencedDeals, currencies } = data[name];
        expect([name, influencedDeals]).toEqual([name, influenced.length]);
        expect(await countRows({})).toBe(influencedDeals);
        expect(currencies.map(({ currency }) => currency).toSorted((a, b) => a!.localeCompare(b!))).toEqual([
          'EUR',
          'USD',
        ]);
        for (const { currency, ...sums } of currencies)
          for (const outcome of ['open', 'won'] as const) {
            const own = influenced.filter(
              (deal) => deal.currency === currency && deal.stage.toLowerCase() === outcome,
            );
            expect(sums[outcome]).toMatchObject({
              influencedDeals: own.length,
              influencedCents: own.reduce((sum, { cents = 0 }) => sum + cents, 0),
            });
            expect(await countRows({ outcomes: [outcome], currency, hasAmount: true })).toBe(own.length);
          }
      }
    });

    it('have credits that add up to their amounts, and open as many deals', async () => {
      for (const model of ['even', 'first', 'position', 'decay'] as const) {
        const { data } = await ask('/credits', { model });
        for (const currency of ['EUR', 'USD']) {
          const own = deals.filter(
            (deal) => deal.currency === currency && deal.stage !== 'Lost' && findTouches(deal).length > 0,
          );
          const credited = data.filter((row) => row.currency === currency);
          expect(credited.reduce((sum, { cents }) => sum + cents, 0)).toBe(
            own.reduce((sum, { cents = 0 }) => sum + cents, 0),
          );
        }
      }
      for (const { tactic, currency, deals: count } of (await ask('/credits')).data)
        expect((await ask('/rows', { tactic, currency })).total).toBe(count);
      for (const { tactic, currency, deals: count } of (await ask('/credits', { basis: 'touch' })).data)
        expect((await ask('/rows', { tactic, currency, basis: 'touch' })).total).toBe(count);
    });

    it('belong to the period in which they closed', async () => {
      const range = { from: '2025-10-01', to: '2025-12-31' };
      const closed = deals.filter(
        ({ stage, closed: day = '' }) => stage !== 'Open' && day >= range.from && day <= range.to,
      );
      expect((await ask('', { basis: 'closed' }, range)).data.deals).toBe(closed.length);
      expect((await ask('/rows', { basis: 'closed' }, range)).total).toBe(closed.length);
    });
  });

  it('lists highly engaged organizations without an opportunity', async () => {
    const [silent, known, engaged] = [
      await addOrganisation('Silent'),
      await addOrganisation('Known'),
      await addOrganisation('Engaged'),
    ];
    const days = Array.from({ length: 10 }, (_, at) => addDays('2026-01-01', at));
    await addTouches([
      ...days.map((day, at) => ({ organisation: engaged, day, reader: 1 + (at % 2) })),
      ...days.map((day) => ({ organisation: known, day })),
      ...days.slice(1).map((day) => ({ organisation: silent, day })),
    ]);
    await addDeals([{ id: 'D1', created: '2020-01-01', organisation: known }]);
    expect(await ask('/without-deals')).toMatchObject({
      total: 1,
      data: [{ name: 'Engaged', readers: 2, engagements: 10, lastOn: '2026-01-10' }],
    });
  });

  it('names no account in Blinded Mode', async () => {
    const organisation = await addOrganisation();
    await addDeals([{ id: 'D1', created: '2026-01-01', organisation }]);
    await addTouches([{ organisation, day: '2025-12-31' }]);
    const answer = await ask('/rows', {}, year, { [blindedHeader]: 'true' });
    expect(answer.total).toBe(1);
    expect(JSON.stringify(answer)).not.toMatch(/Acme|Account D1|"D1"/);
  });

  it('is read once for all calls of a page that arrive meanwhile, by each selection', async () => {
    const queries: unknown[] = [];
    const { kysely } = recordQueries(db(), (query) => queries.push(query));
    const selection = {
      clientIds: [tested.clientId],
      communityIds: 'all',
      activityTypes,
      range: year,
      filters: [],
      catalogue: namedCatalogue,
      today,
    } as const;
    await addDeals([{ id: 'a', created: '2026-01-01' }]);
    const page = Array.from({ length: 6 }, () => readDeals({ kysely, selection }, 'created'));
    const others = readDeals({ kysely, selection: { ...selection, clientIds: [] } }, 'created');
    expect((await Promise.all(page)).map((deals) => deals.length)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await others).toEqual([]);
    // The first call reads at once, and all that arrived meanwhile read together.
    expect(queries).toHaveLength(3);
  });

  it('refuses a window that none begins with', async () => {
    const filters = [{ field: 'Clients', value: [{ id: String(tested.clientId) }] }];
    const body = { filters, window: 7 };
    expect(await world().call(`${pipeline}/rows`, { token: tested.token, body })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
  });
});

import { blindedHeader } from '@readerlens/contract';
import type { CallData, CallKey, Calls } from '@readerlens/contract';
import type { ActivityType } from '@readerlens/contract/vocabulary';
import { formatLift } from '@readerlens/contract/marketing-rates';
import { addDays } from '@readerlens/filters/model';
import { runs, seededRandom } from '@readerlens/filters/testing';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine, setDate } from '../../platform/testing/index.ts';
import { addEngagements } from './testing/add-engagements.ts';

const events = 'POST /api/marketing-performance/events';
type Path = '' | '/lift' | '/lift-rows' | '/list' | '/organizations' | '/people' | '/sessions';
type Call<P extends Path> = Extract<CallKey, `${typeof events}${P}`>;

interface Registrant {
  readonly event?: string;
  readonly day?: string;
  readonly organisation?: number;
  readonly attended?: boolean;
  readonly sessions?: string[];
  readonly email?: string;
}
interface Visit {
  readonly organisation: number;
  readonly day: string;
  readonly count?: number;
  readonly type?: ActivityType;
}

const today = '2026-03-10';
const held = '2026-01-15';
const year = { from: '2025-03-11', to: today };

describeOnOneEngine('events', (db) => {
  const world = activityWorld(db);
  let token = '';
  let clientId = 0;
  let added = 0;

  beforeEach(async () => {
    setDate(new Date(`${today}T09:00:00Z`));
    token = await world().tokenOf({ access_marketing_performance: true });
    clientId = await world().add('client', { name: `Client ${(added += 1)}` });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Organizations, each with a reader. */
  const addOrganisations = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const organisation = await world().add('organisation', { name: `Org ${at}` });
        const reader = await world().add('reader', {
          first_name: 'Ann',
          last_name: `Reader ${at}`,
          email: `ann${clientId}-${at}@readers.example`,
        });
        return { organisation, reader };
      }),
    );
  type Organisations = Awaited<ReturnType<typeof addOrganisations>>;
  let organisations: Organisations = [];

  const addVisits = (visits: readonly Visit[]) =>
    addEngagements(
      db(),
      clientId,
      visits.flatMap(({ organisation, count = 1, ...visit }) =>
        Array.from({ length: count }, () => ({ ...visit, ...organisations[organisation]! })),
      ),
    );
  const addRegistrants = (registrants: readonly Registrant[]) =>
    db()
      .kysely.insertInto('event_registrant')
      .values(
        registrants.map((registrant, at) => {
          const { event = 'summit', day = held, organisation, attended = true, sessions = [] } = registrant;
          return {
            client_id: clientId,
            external_id: `${event} ${at}`,
            event,
            title: `The ${event}`,
            starts_on: day,
            email: registrant.email ?? `person${at}@people.example`,
            registered_on: addDays(day, -20),
            attended,
            sessions,
            reader_id: organisation === undefined ? null : organisations[organisation]!.reader,
            upload_id: null,
          };
        }),
      )
      .execute();

  const ask = async <P extends Path>(
    path: P,
    more: object = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ data: CallData<Calls[Call<P>]>; total: number }> => {
    const filters = [
      { field: 'Clients', value: [{ id: String(clientId) }] },
      { field: 'DateRange', value: year },
    ];
    const call = `${events}${path}` as CallKey;
    const { status, body } = await world().call(call, { token, headers, body: { filters, ...more } });
    expect([status, body.message]).toEqual([200, expect.anything()]);
    return body as unknown as { data: CallData<Calls[Call<P>]>; total: number };
  };

  it('counts registrants, attendees and organizations, and lists as many', async () => {
    organisations = await addOrganisations(3);
    await addVisits([
      { organisation: 0, day: '2024-05-01' },
      { organisation: 1, day: '2026-02-01' },
    ]);
    await addRegistrants([
      { organisation: 0, sessions: ['Keynote', 'Panel', 'Panel'] },
      { organisation: 0, sessions: ['Keynote'] },
      // Who did not come was in no session, whatever the file says.
      { organisation: 1, attended: false, sessions: ['Panel'] },
      // Nobody sees an activity of this reader, so nobody is told of the organization.
      { organisation: 2, attended: false },
      { email: 'else@people.example', event: 'dinner', day: '2026-02-20' },
      { event: 'long ago', day: '2024-01-01' },
    ]);
    const { data } = await ask('');
    expect(data).toEqual({ uploaded: 6, events: 2, registrants: 5, attendees: 3, organizations: 2 });
    const list = (await ask('/list')).data;
    expect(list).toMatchObject([
      { title: 'The dinner', startsOn: '2026-02-20', registrants: 1, attendees: 1, organizations: 0 },
      { title: 'The summit', startsOn: held, registrants: 4, attendees: 2, organizations: 2 },
    ]);
    for (const { key, registrants, attendees, organizations } of list) {
      expect((await ask('', { event: key })).data).toMatchObject({ events: 1, registrants, attendees });
      expect((await ask('/people', { event: key })).total).toBe(registrants);
      expect((await ask('/people', { event: key, set: 'attendees' })).total).toBe(attendees);
      expect((await ask('/people', { event: key, set: 'noShows' })).total).toBe(registrants - attendees);
      expect((await ask('/organizations', { event: key })).total).toBe(organizations);
    }
    const sessions = (await ask('/sessions')).data;
    expect(sessions.map(({ name, attendees }) => [name, attendees])).toEqual([
      ['Keynote', 2],
      ['Panel', 1],
    ]);
    for (const { key, attendees } of sessions)
      expect((await ask('/people', { session: key })).total).toBe(attendees);
    expect((await ask('/organizations')).data).toMatchObject([
      { name: 'Org 0', registrants: 2, attendees: 2 },
      { name: 'Org 1', registrants: 1, attendees: 0 },
    ]);
  });

  it('tells who a reader is only to those who see activities of the reader', async () => {
    organisations = await addOrganisations(1);
    await addVisits([{ organisation: 0, day: '2026-01-01', type: 'Event' }]);
    await addRegistrants([{ organisation: 0, email: 'ann@people.example' }]);
    expect((await ask('/people')).data).toMatchObject([
      { name: 'Ann Reader 0', email: 'ann@people.example', organization: { name: 'Org 0' } },
    ]);
    token = await world().tokenOf({ access_marketing_performance: true, denied_activity_types: ['Event'] });
    expect((await ask('/people')).data).toMatchObject([
      { name: 'ann@people.example', path: null, organization: null },
    ]);
    expect((await ask('')).data).toMatchObject({ registrants: 1, organizations: 0 });
  });

  it('keeps the events of clients apart, also with the same id', async () => {
    await addRegistrants([{}, {}]);
    const first = clientId;
    clientId = await world().add('client', { name: 'Another client' });
    await addRegistrants([{}]);
    const filters = [
      { field: 'Clients', value: [{ id: String(first) }, { id: String(clientId) }] },
      { field: 'DateRange', value: year },
    ];
    const { body } = await world().call(`${events}/list`, { token, body: { filters } });
    expect(body.data).toMatchObject([{ registrants: 1 }, { registrants: 2 }]);
    const own = (await ask('/list')).data;
    expect(own).toMatchObject([{ registrants: 1 }]);
    // A client that is not chosen has nothing behind the key of its event.
    const [, foreign] = body.data as CallData<Calls[Call<'/list'>]>;
    expect((await ask('/people', { event: foreign?.key })).total).toBe(0);
  });

  it('has pages, and the total beyond the last one', async () => {
    await addRegistrants(Array.from({ length: 12 }, () => ({})));
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map((page) => ask('/people', { page, size: 10 })),
    );
    expect([first, second, third].map((answer) => [answer?.data.length, answer?.total])).toEqual([
      [10, 12],
      [2, 12],
      [0, 12],
    ]);
  });

  describe('lift', () => {
    it('is the change of attending organizations minus that of controls', async () => {
      // Each has one engagement in the 90 days before, outside of the 30: all are in one decile.
      organisations = await addOrganisations(64);
      const all = Array.from({ length: 64 }, (_, at) => at);
      const [attending, controls, absent] = [all.slice(0, 20), all.slice(20, 60), all.slice(60)];
      // 100 engagements before of either group: 5 of each of 20, and 5 of each second of 40.
      const before = [...attending, ...controls.filter((_, at) => at % 2 === 0)];
      await addVisits([
        ...before.map((organisation) => ({ organisation, day: addDays(held, -30), count: 5 })),
        ...attending.map((organisation) => ({ organisation, day: addDays(held, 30), count: 9 })),
        ...controls.slice(0, 30).map((organisation) => ({ organisation, day: addDays(held, 1), count: 4 })),
        ...controls.slice(30).map((organisation) => ({ organisation, day: addDays(held, 1) })),
        // All have 6 in the days before, so that the deciles are equal.
        ...all.map((organisation) => ({
          organisation,
          day: addDays(held, -90),
          count: before.includes(organisation) ? 1 : 6,
        })),
        // Neither the day itself nor what is outside of the windows counts.
        { organisation: 0, day: held, count: 50 },
        { organisation: 1, day: addDays(held, 31), count: 50 },
        { organisation: 2, day: addDays(held, -91), count: 50 },
      ]);
      await addRegistrants([
        ...attending.map((organisation) => ({ organisation })),
        ...absent.map((organisation) => ({ organisation, attended: false })),
      ]);
      const { data } = await ask('/lift');
      expect(data).toEqual({
        events: 1,
        cutEvents: 0,
        attending: { organizations: 20, cases: 20, before: 100, after: 180 },
        controls: { organizations: 40, cases: 40, before: 100, after: 130 },
        leftOut: 0,
      });
      expect(formatLift(data.attending, data.controls)).toBe('+3.25');
      expect((await ask('/lift-rows')).total).toBe(20);
      const rows = await ask('/lift-rows', { group: 'controls', size: 100 });
      expect(rows.total).toBe(40);
      expect(rows.data.reduce((sum, { after }) => sum + after, 0)).toBe(130);
      expect(rows.data[0]).toMatchObject({ decile: 1, event: { title: 'The summit' } });
    });

    it('waits until the days after are over, and leaves out who has no decile', async () => {
      organisations = await addOrganisations(2);
      await addVisits([
        { organisation: 0, day: '2026-01-20' },
        { organisation: 1, day: '2026-02-01' },
      ]);
      await addRegistrants([
        { organisation: 0, event: 'cut', day: addDays(today, -30) },
        { organisation: 1, event: 'whole', day: addDays(today, -31) },
      ]);
      const { data } = await ask('/lift');
      expect(data).toMatchObject({ events: 1, cutEvents: 1, attending: { cases: 1 }, leftOut: 0 });
      await addVisits([{ organisation: 0, day: '2025-12-01' }]);
      await addRegistrants([{ organisation: 1, event: 'early', day: '2025-12-24' }]);
      expect((await ask('/lift')).data).toMatchObject({ attending: { cases: 1 }, leftOut: 1 });
      expect((await ask('/lift-rows', { group: 'leftOut' })).data).toMatchObject([
        { name: 'Org 1', decile: null, event: { title: 'The early' } },
      ]);
    });

    it('agrees with an evaluator that reads random histories', async () => {
      const random = seededRandom();
      const draw = (below: number) => Math.floor(random() * below);
      const count = runs({ test: 40, soak: 400 });
      organisations = await addOrganisations(count);
      const engagements = Array.from({ length: count * 15 }, () => ({
        organisation: Math.floor(count * random() ** 2),
        day: addDays('2025-06-01', draw(280)),
      }));
      const planned = ['2025-09-10', '2025-12-05', '2026-01-28', addDays(today, -12)];
      const registrants = planned.flatMap((day, at) =>
        Array.from({ length: Math.round(count / 3) }, () => ({
          event: `event ${at}`,
          day,
          organisation: draw(count),
          attended: random() < 0.6,
        })),
      );
      await addVisits(engagements);
      await addRegistrants(registrants);

      /** The groups of an event, without the code under test. */
      const evaluate = (day: string) => {
        const own = registrants.filter((registrant) => registrant.day === day);
        const active = new Set(engagements.map(({ organisation }) => organisation));
        const isKnown = (organisation: number) => active.has(organisation);
        const registered = new Set(own.map(({ organisation }) => organisation).filter(isKnown));
        const attended = new Set(
          own
            .filter((one) => one.attended)
            .map(({ organisation }) => organisation)
            .filter(isKnown),
        );
        const countBetween = (organisation: number, from: number, to: number) =>
          engagements.filter(
            (one) =>
              one.organisation === organisation &&
              one.day >= addDays(day, from) &&
              one.day <= addDays(day, to),
          ).length;
        const earlier = [...active]
          .map((organisation) => ({ organisation, earlier: countBetween(organisation, -90, -1) }))
          .filter((one) => one.earlier > 0);
        const deciles = new Map(
          earlier.map((one) => {
            const fewer = earlier.filter((other) => other.earlier < one.earlier).length;
            return [one.organisation, Math.floor((fewer * 10) / earlier.length)];
          }),
        );
        const attending = [...attended].filter((organisation) => deciles.has(organisation));
        const wanted = new Set(attending.map((organisation) => deciles.get(organisation)));
        const controls = earlier
          .map(({ organisation }) => organisation)
          .filter((organisation) => !registered.has(organisation) && wanted.has(deciles.get(organisation)));
        const measure = (group: readonly number[]) =>
          group.map((organisation) => ({
            organisation,
            before: countBetween(organisation, -30, -1),
            after: countBetween(organisation, 1, 30),
          }));
        return {
          attending: measure(attending),
          controls: measure(controls),
          leftOut: attended.size - attending.length,
        };
      };

      const found = planned.slice(0, 3).map((day) => evaluate(day));
      const add = (group: 'attending' | 'controls') => {
        const cases = found.flatMap((one) => one[group]);
        return {
          organizations: new Set(cases.map(({ organisation }) => organisation)).size,
          cases: cases.length,
          before: cases.reduce((sum, { before }) => sum + before, 0),
          after: cases.reduce((sum, { after }) => sum + after, 0),
        };
      };
      const { data } = await ask('/lift');
      expect(data).toEqual({
        events: 3,
        cutEvents: 1,
        attending: add('attending'),
        controls: add('controls'),
        leftOut: found.reduce((sum, { leftOut }) => sum + leftOut, 0),
      });
      expect(data.controls.cases).toBeGreaterThan(0);
      for (const [group, cases] of [
        ['attending', data.attending.cases],
        ['controls', data.controls.cases],
        ['leftOut', data.leftOut],
      ] as const)
        expect((await ask('/lift-rows', { group })).total).toBe(cases);
      for (const [at, { key }] of (await ask('/list')).data.toReversed().slice(0, 3).entries())
        expect((await ask('/lift', { event: key })).data.controls.cases).toBe(found[at]?.controls.length);
    });
  });

  it('names nobody and no event in Blinded Mode', async () => {
    organisations = await addOrganisations(1);
    await addVisits([
      { organisation: 0, day: '2026-01-01' },
      { organisation: 0, day: '2025-12-01' },
    ]);
    await addRegistrants([{ organisation: 0, sessions: ['Keynote'] }, {}]);
    for (const path of ['/list', '/people', '/organizations', '/sessions', '/lift-rows'] as const) {
      const { data } = await ask(path, {}, { [blindedHeader]: 'true' });
      expect(data.length).toBeGreaterThan(0);
      expect(JSON.stringify(data)).not.toMatch(/example|summit|Keynote|Org 0|Ann/);
    }
  });
});

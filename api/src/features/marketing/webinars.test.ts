import { blindedHeader } from '@readerlens/contract';
import type { CallData, CallKey, Calls } from '@readerlens/contract';
import { registrationDays, webinarGroups } from '@readerlens/contract/marketing-webinars';
import type { WebinarGroup } from '@readerlens/contract/marketing-webinars';
import { addDays } from '@readerlens/filters/model';
import { runs, seededRandom } from '@readerlens/filters/testing';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine, setDate } from '../../platform/testing/index.ts';

const webinars = 'POST /api/marketing-performance/webinars';
type Path = '' | '/list' | '/people' | '/registrations';
type Call<P extends Path> = Extract<CallKey, `${typeof webinars}${P}`>;
type Data<P extends Path> = CallData<Calls[Call<P>]>;

interface Registrant {
  readonly webinar?: string;
  readonly day?: string;
  readonly duration?: number | null;
  readonly registered?: string | null;
  readonly attended?: boolean;
  readonly minutes?: number;
  readonly onDemand?: number;
  readonly questions?: number;
  readonly polls?: number;
  readonly surveys?: number;
  readonly resources?: number;
  readonly email?: string;
}

const today = '2026-03-10';
const held = '2026-02-10';
const year = { from: '2025-03-11', to: '2026-12-31' };

describeOnOneEngine('webinars', (db) => {
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

  const addRegistrants = (registrants: readonly Registrant[]) =>
    db()
      .kysely.insertInto('webinar_registrant')
      .values(
        registrants.map(({ webinar = 'W1', day = held, duration = 60, ...row }, at) => ({
          client_id: clientId,
          external_id: `${webinar} ${at}`,
          webinar,
          title: `The ${webinar}`,
          held_on: day,
          duration_minutes: duration,
          email: row.email ?? `person${at}@people.example`,
          registered_on: row.registered === undefined ? addDays(day, -3) : row.registered,
          attended: row.attended ?? true,
          live_minutes: row.minutes ?? null,
          on_demand_minutes: row.onDemand ?? null,
          questions: row.questions ?? null,
          polls: row.polls ?? null,
          surveys: row.surveys ?? null,
          resources: row.resources ?? null,
        })),
      )
      .execute();

  const send = (call: CallKey, more: object = {}, headers: Readonly<Record<string, string>> = {}) => {
    const filters = [
      { field: 'Clients', value: [{ id: String(clientId) }] },
      { field: 'DateRange', value: year },
    ];
    return world().call(call, { token, headers, body: { filters, ...more } });
  };
  const ask = async <P extends Path>(
    path: P,
    more: object = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ data: Data<P>; total: number }> => {
    const { status, body } = await send(`${webinars}${path}` as CallKey, more, headers);
    expect([status, body.message]).toEqual([200, expect.anything()]);
    return body as unknown as { data: Data<P>; total: number };
  };

  /** W1 offers questions and surveys; the file of W2 only says who came. */
  const worked: readonly Registrant[] = [
    { email: 'ann@people.example', minutes: 45, questions: 1, surveys: 0 },
    { email: 'bob@people.example', minutes: 70, questions: 0, surveys: 1 },
    { email: 'cyd@people.example', attended: false },
    { email: 'dan@people.example', questions: 0, surveys: 0 },
    { webinar: 'W2', day: '2026-01-20', duration: null, email: 'eve@people.example' },
    { webinar: 'W2', day: '2026-01-20', duration: null, email: 'fay@people.example', attended: false },
  ];

  it('have explicit denominators', async () => {
    await addRegistrants(worked);
    expect((await ask('')).data).toEqual({
      uploaded: 6,
      webinars: 2,
      registrants: 6,
      attendees: 4,
      noShows: 2,
      engagement: { attendees: 3, engaged: 2 },
      minutes: { attendees: 2, minutes: 115 },
      // At most the length: 45 + 60 of 2 x 60.
      completion: { attendees: 2, minutes: 105, possible: 120 },
      onDemand: null,
      score: { attendees: 3, points: 14.2857 },
      inputs: [
        { input: 'questions', attendees: 3, used: 1 },
        { input: 'surveys', attendees: 3, used: 1 },
      ],
    });
  });

  it('leave what was not offered out of the score, and scale the rest to 10', async () => {
    await addRegistrants(worked);
    const { data } = await ask('/people', { group: 'attendees', size: 50 });
    expect(data.map(({ email, score }) => [email?.split('@')[0], score])).toEqual([
      // 45 of 60 minutes are 3 of 4, a question 2 of 2, no survey 0 of 1: 5 of 7.
      ['ann', 7.14],
      // 4 of 4, 0 of 2 and 1 of 1.
      ['bob', 7.14],
      // Minutes are not known: 0 of 3.
      ['dan', 0],
      ['eve', null],
    ]);
    await addRegistrants([
      {
        webinar: 'W3',
        minutes: 60,
        questions: 2,
        polls: 1,
        surveys: 1,
        resources: 1,
        email: 'gus@people.example',
      },
      {
        webinar: 'W3',
        minutes: 30,
        questions: 0,
        polls: 3,
        surveys: 0,
        resources: 0,
        email: 'hal@people.example',
      },
    ]);
    const all = await ask('/people', { group: 'scored', size: 50 });
    const scores = new Map(all.data.map(({ email, score }) => [email, score]));
    expect([scores.get('gus@people.example'), scores.get('hal@people.example')]).toEqual([10, 4]);
  });

  it('list each webinar with its own numbers, latest first', async () => {
    await addRegistrants(worked);
    const { data, total } = await ask('/list');
    expect(total).toBe(2);
    expect(data).toMatchObject([
      { title: 'The W1', heldOn: held, registrants: 4, attendees: 3, engagement: { engaged: 2 } },
      {
        title: 'The W2',
        registrants: 2,
        attendees: 1,
        engagement: null,
        minutes: null,
        completion: null,
        onDemand: null,
        score: null,
      },
    ]);
    const people = await ask('/people', { webinar: data[1]?.key, group: 'noShows' });
    expect(people.data).toMatchObject([{ email: 'fay@people.example', webinar: { title: 'The W2' } }]);
  });

  it('count registrations by the days before the webinar', async () => {
    const before = [40, 29, 28, 22, 21, 15, 14, 8, 7, 1, 0, 0, -2];
    await addRegistrants([
      ...before.map((days) => ({ registered: addDays(held, -days) })),
      { registered: null },
    ]);
    const { data } = await ask('/registrations');
    expect(data.map(({ day }) => day)).toEqual([...registrationDays]);
    expect(data.filter(({ registrants }) => registrants > 0)).toEqual([
      { day: '29', registrants: 2 },
      { day: '22', registrants: 2 },
      { day: '15', registrants: 2 },
      { day: '8', registrants: 2 },
      { day: '7', registrants: 1 },
      { day: '1', registrants: 1 },
      { day: '0', registrants: 2 },
      { day: 'after', registrants: 1 },
      { day: 'unknown', registrants: 1 },
    ]);
    const totals = await Promise.all(data.map(async ({ day }) => (await ask('/people', { day })).total));
    expect(totals).toEqual(data.map(({ registrants }) => registrants));
  });

  it('count only those that were held by today, of the clients and the period', async () => {
    await addRegistrants([
      { day: '2026-03-10' },
      { webinar: 'W2', day: '2026-03-11', attended: false },
      { webinar: 'W3', day: '2024-03-11' },
    ]);
    const other = clientId;
    expect((await ask('')).data).toMatchObject({ uploaded: 3, webinars: 1, registrants: 1 });
    clientId = await world().add('client', { name: `Client ${(added += 1)}` });
    expect((await ask('')).data).toMatchObject({ uploaded: 0, webinars: 0, registrants: 0, score: null });
    token = await world().tokenOf({
      access_marketing_performance: true,
      role: 'Client',
      clients: [clientId],
    });
    clientId = other;
    expect(await send(webinars)).toMatchObject({ status: 403 });
  });

  it('are not shown to those who may not read webinars', async () => {
    await addRegistrants(worked);
    token = await world().tokenOf({ access_marketing_performance: true, denied_activity_types: ['Webinar'] });
    expect((await ask('')).data).toMatchObject({ uploaded: 0, registrants: 0 });
    expect(await ask('/people')).toMatchObject({ data: [], total: 0 });
  });

  it('open as many rows as each number says', async () => {
    const random = seededRandom();
    const pick = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
    for (let run = 0; run < runs({ test: 3, soak: 30 }); run += 1) {
      clientId = await world().add('client', { name: `Client ${(added += 1)}` });
      await addRegistrants(
        Array.from({ length: 60 }, () => ({
          webinar: pick('W1', 'W2', 'W3'),
          attended: pick(true, false),
          duration: pick(null, 45, 60),
          ...(random() < 0.6 ? { minutes: pick(0, 20, 45, 90) } : {}),
          ...(random() < 0.3 ? { onDemand: pick(0, 12) } : {}),
          ...(random() < 0.3 ? { questions: pick(0, 1) } : {}),
          ...(random() < 0.1 ? { polls: pick(0, 2) } : {}),
        })),
      );
      const { data } = await ask('');
      const totals = Object.fromEntries(
        await Promise.all(
          webinarGroups.map(async (group) => [group, (await ask('/people', { group })).total] as const),
        ),
      ) as Record<WebinarGroup, number>;
      const used = Object.fromEntries(data.inputs.map((each) => [each.input, each.used]));
      expect(totals).toMatchObject({
        registrants: data.registrants,
        attendees: data.attendees,
        noShows: data.noShows,
        engageable: data.engagement?.attendees ?? 0,
        engaged: data.engagement?.engaged ?? 0,
        timed: data.minutes?.attendees ?? 0,
        measured: data.completion?.attendees ?? 0,
        scored: data.score?.attendees ?? 0,
        recorded: data.onDemand?.registrants ?? 0,
        onDemand: data.onDemand?.watched ?? 0,
        ...used,
      });
    }
  });

  it('name nobody in Blinded Mode', async () => {
    await addRegistrants(worked);
    const headers = { [blindedHeader]: 'true' };
    for (const path of ['/list', '/people'] as const)
      expect(JSON.stringify(await ask(path, {}, headers))).not.toMatch(/people\.example|The W/);
  });

  it('export the no-shows', async () => {
    await addRegistrants([...worked, { webinar: 'W4', attended: false, email: '=cmd@people.example' }]);
    const call = `${webinars}/no-shows` as const;
    const { bytes, headers } = await send(call);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(bytes.toString().split('\r\n').slice(0, -1)).toEqual([
      '\ufeffWebinar,Date,Name,Email,Registered On',
      'The W1,2026-02-10,,cyd@people.example,2026-02-07',
      "The W4,2026-02-10,,'=cmd@people.example,2026-02-07",
      'The W2,2026-01-20,,fay@people.example,2026-01-17',
    ]);
  });
});

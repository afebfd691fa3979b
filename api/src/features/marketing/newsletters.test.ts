import { blindedHeader } from '@readerlens/contract';
import type { CallData, CallKey, Calls } from '@readerlens/contract';
import { recipientSets } from '@readerlens/contract/marketing-newsletters';
import { runs, seededRandom } from '@readerlens/filters/testing';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine, setDate } from '../../platform/testing/index.ts';

const newsletters = 'POST /api/marketing-performance/newsletters';
type Path = '' | '/latency' | '/links' | '/list' | '/organizations' | '/people';
type Call<P extends Path> = Extract<CallKey, `${typeof newsletters}${P}`>;

interface Row {
  readonly issue?: string;
  readonly sent?: string;
  readonly email?: string | null;
  readonly delivered?: number;
  readonly opened?: number;
  readonly clicked?: number;
  readonly link?: string;
  /** Hours from the sending. */
  readonly after?: number;
  readonly reader?: number;
}

const today = '2026-03-10';
const sentAt = '2026-02-03T08:00:00.000Z';
const year = { from: '2025-03-11', to: today };
const addHours = (moment: string, hours: number) =>
  new Date(new Date(moment).getTime() + hours * 3_600_000).toISOString();

describeOnOneEngine('newsletters', (db) => {
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

  const addReader = async () => {
    const organisation = await world().add('organisation', { name: `Org ${clientId}` });
    const reader = await world().add('reader', { first_name: 'Ann', last_name: 'Reader' });
    await world().addActivity({ clientId, readerId: reader, row: { organisation_id: organisation } });
    return reader;
  };
  let rowsAdded = 0;
  const addRows = async (rows: readonly Row[]) => {
    const values = rows.map((row) => {
      const { issue = 'march', sent = sentAt, email = 'ann@people.example', link, after } = row;
      return {
        client_id: clientId,
        external_id: `row ${(rowsAdded += 1)}`,
        issue,
        title: `News of ${issue}`,
        sent_at: sent,
        email,
        delivered: row.delivered ?? null,
        opened: row.opened ?? null,
        clicked: row.clicked ?? null,
        link: link ?? null,
        clicked_at: after === undefined ? null : addHours(sent, after),
        reader_id: row.reader ?? null,
        upload_id: null,
      };
    });
    while (values.length > 0)
      await db().kysely.insertInto('newsletter_recipient').values(values.splice(0, 500)).execute();
  };
  const ask = async <P extends Path>(
    path: P,
    more: object = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ data: CallData<Calls[Call<P>]>; total: number }> => {
    const filters = [
      { field: 'Clients', value: [{ id: String(clientId) }] },
      { field: 'DateRange', value: year },
    ];
    const call = `${newsletters}${path}` as CallKey;
    const { status, body } = await world().call(call, { token, headers, body: { filters, ...more } });
    expect([status, body.message]).toEqual([200, expect.anything()]);
    return body as unknown as { data: CallData<Calls[Call<P>]>; total: number };
  };

  it('counts a recipient of several links once, and lists as many as it counts', async () => {
    const reader = await addReader();
    const got = { delivered: 1, opened: 0, clicked: 0 };
    const clicked = { delivered: 1, opened: 1, clicked: 1 };
    await addRows([
      { ...clicked, reader, link: 'https://a.example', after: 5 },
      { ...clicked, reader, link: 'https://b.example', after: 1 },
      { ...got, email: 'bo@people.example' },
      { ...got, email: 'cy@people.example', opened: 1 },
      // Who clicked got it, and not every program shows the picture that counts as an opening.
      { ...clicked, email: 'di@people.example', delivered: 0, opened: 0, link: 'https://a.example' },
      { email: 'ed@people.example', delivered: 0, opened: 0, clicked: 0 },
      { ...clicked, issue: 'april', sent: '2026-02-20T08:00:00.000Z', after: 73 },
      { ...got, issue: 'april', sent: '2026-02-20T08:00:00.000Z', email: 'bo@people.example' },
    ]);
    const { listed, issues, totalsOnly } = (await ask('')).data;
    expect([issues, totalsOnly]).toEqual([2, 0]);
    expect(listed).toEqual({
      delivered: 6,
      clickers: 3,
      openers: 3,
      clickRate: { part: 3, of: 6 },
      clickToOpen: { part: 2, of: 3 },
      organizations: 1,
      repeatClickers: 1,
    });
    const list = (await ask('/list')).data;
    expect(list).toMatchObject([
      { title: 'News of april', delivered: 2, clickers: 1, repeatClickers: 1, organizations: 0 },
      { title: 'News of march', delivered: 4, clickers: 2, repeatClickers: 1, organizations: 1 },
    ]);
    const march = list[1]?.key;
    expect((await ask('/people', { set: 'delivered' })).total).toBe(6);
    expect((await ask('/people', { set: 'repeat' })).data).toMatchObject([{ issue: null, issues: 2 }]);
    expect((await ask('/people', { set: 'repeat', issue: march })).data).toMatchObject([
      { name: 'Ann Reader', issue: { title: 'News of march' }, links: 2, hours: 1, opened: true },
    ]);
    expect((await ask('/organizations')).total).toBe(1);
    const links = (await ask('/links')).data;
    expect(links.map(({ link, clickers }) => [link, clickers])).toEqual([
      ['https://a.example', 2],
      ['https://b.example', 1],
    ]);
    for (const { key, clickers } of links) expect((await ask('/people', { link: key })).total).toBe(clickers);
    const latency = (await ask('/latency')).data.filter(({ clickers }) => clickers > 0);
    expect(latency).toEqual([
      { window: '1', clickers: 1 },
      { window: '72', clickers: 1 },
      { window: 'unknown', clickers: 1 },
    ]);
    for (const { window, clickers } of latency)
      expect((await ask('/people', { window })).total).toBe(clickers);
  });

  it('keeps the totals of issues without recipients apart, and opens no rows for them', async () => {
    await addRows([
      { issue: 'totals', email: null, delivered: 1000, opened: 220, clicked: 30 },
      // More clicks than deliveries make no rate.
      { issue: 'contradiction', email: null, delivered: 10, clicked: 30 },
      { delivered: 1, clicked: 1 },
    ]);
    const { data } = await ask('');
    expect(data).toMatchObject({ issues: 3, totalsOnly: 2, listed: { delivered: 1, clickers: 1 } });
    expect(data.totals).toEqual({
      delivered: 1010,
      clickers: 60,
      openers: 220,
      clickRate: { part: 30, of: 1000 },
      clickToOpen: { part: 30, of: 220 },
    });
    expect((await ask('/people', { set: 'delivered' })).total).toBe(1);
    const list = (await ask('/list')).data;
    expect(list.find(({ title }) => title === 'News of totals')).toMatchObject({
      hasRecipients: false,
      isDeliveredTotal: true,
      organizations: null,
    });
  });

  it('says null for what a file does not have, and takes deliveries from totals', async () => {
    await addRows([
      { issue: 'clickers only', clicked: 1 },
      { issue: 'clickers only', email: null, delivered: 400 },
      { issue: 'without clicks', email: 'bo@people.example', delivered: 1 },
    ]);
    const { listed } = (await ask('')).data;
    expect(listed).toMatchObject({ delivered: 1, clickers: 1, openers: null, clickRate: null });
    expect((await ask('/list')).data).toMatchObject([
      { title: 'News of without clicks', delivered: 1, clickers: null, clickRate: null, openers: null },
      {
        title: 'News of clickers only',
        delivered: 400,
        isDeliveredTotal: true,
        clickRate: { part: 1, of: 400 },
      },
    ]);
    expect((await ask('/people', { set: 'rated' })).total).toBe(0);
  });

  it('agrees with an evaluator that reads random recipients', async () => {
    const random = seededRandom();
    const draw = (below: number) => Math.floor(random() * below);
    const issues = ['one', 'two', 'three'];
    const rows = issues.flatMap((issue, at) =>
      Array.from({ length: runs({ test: 60, soak: 2000 }) }, (_, person): Row[] => {
        const base = {
          issue,
          sent: `2026-01-0${at + 1}T10:00:00.000Z`,
          email: `p${person}@people.example`,
          delivered: random() < 0.9 ? 1 : 0,
          opened: random() < 0.3 ? 1 : 0,
        };
        if (random() > 0.3) return [{ ...base, clicked: 0 }];
        return Array.from({ length: 1 + draw(3) }, (__, link) => ({
          ...base,
          clicked: 1,
          link: `https://l${link}.example`,
          ...(random() < 0.9 ? { after: draw(100) + 0.5 } : {}),
        }));
      }).flat(),
    );
    await addRows(rows);
    const people = new Map<string, Row[]>();
    for (const row of rows) {
      const key = `${row.issue} ${row.email}`;
      people.set(key, [...(people.get(key) ?? []), row]);
    }
    const all = [...people.values()].map((own) => ({
      email: own[0]!.email!,
      clicked: own[0]!.clicked === 1,
      delivered: own[0]!.delivered === 1 || own[0]!.clicked === 1,
      opened: own[0]!.opened === 1,
      hours: Math.min(...own.map(({ after = Infinity }) => after)),
    }));
    const clickers = all.filter(({ clicked }) => clicked);
    const openers = all.filter(({ opened }) => opened);
    const clickedBy = (email: string) => clickers.filter((one) => one.email === email).length;
    const { listed } = (await ask('')).data;
    const delivered = all.filter((one) => one.delivered).length;
    expect(listed).toEqual({
      delivered,
      clickers: clickers.length,
      openers: openers.length,
      clickRate: { part: clickers.length, of: delivered },
      clickToOpen: { part: openers.filter(({ clicked }) => clicked).length, of: openers.length },
      organizations: 0,
      repeatClickers: new Set(clickers.map(({ email }) => email).filter((email) => clickedBy(email) > 1))
        .size,
    });
    const counted = {
      delivered,
      rated: delivered,
      clickers: clickers.length,
      openers: openers.length,
      repeat: listed.repeatClickers,
    };
    for (const set of recipientSets) expect((await ask('/people', { set })).total).toBe(counted[set]);
    const edges = [0, 1, 2, 4, 8, 24, 48, 72, Infinity];
    const latency = (await ask('/latency')).data;
    for (const { window, clickers: count } of latency) {
      const at = edges.indexOf(Number(window));
      const inWindow = clickers.filter(({ hours }) =>
        at < 0 ? hours === Infinity : hours >= edges[at]! && hours < edges[at + 1]!,
      );
      expect([window, count]).toEqual([window, inWindow.length]);
      expect((await ask('/people', { window })).total).toBe(count);
    }
    for (const { key, clickers: count, repeatClickers } of (await ask('/list')).data) {
      expect((await ask('/people', { issue: key })).total).toBe(count);
      expect((await ask('/people', { issue: key, set: 'repeat' })).total).toBe(repeatClickers);
    }
  });

  it('names nobody, no issue and no link in Blinded Mode', async () => {
    const reader = await addReader();
    await addRows([
      { delivered: 1, clicked: 1, reader, link: 'https://secret.example' },
      { delivered: 1, clicked: 1, email: 'bo@people.example' },
    ]);
    for (const path of ['/list', '/people', '/organizations', '/links'] as const) {
      const { data } = await ask(path, {}, { [blindedHeader]: 'true' });
      expect(data.length).toBeGreaterThan(0);
      expect(JSON.stringify(data)).not.toMatch(/people\.example|march|secret|Org \d|Ann/);
    }
  });
});

import { activityTypeCode, rejectReasonCode, sourceCode, statusCode } from '../../activities/codes.ts';
import { parseSpecifics } from '../../activities/specifics.ts';
import { addDays, monthsBefore, toDay } from './calendar.ts';
import { cast } from './cast.ts';
import type { DemoScale } from './demo-size.ts';
import { demoUsers } from './demo-users.ts';
import { buildWorld, demoTables } from './load-demo.ts';

const now = new Date('2026-03-18T15:00:00Z');

/** Activities for reviewers, on top of the demo's size. */
const reviewCaseCount = 74;

type Fact = Readonly<Record<string, unknown>>;

const generate = (at = now, scale: DemoScale = 'default') => {
  const world = buildWorld(at, scale);
  const rowsByTable = new Map<string, Fact[]>();
  for (const { table, columns, rows } of demoTables(world, {})) {
    const all = [...(rows as Iterable<readonly unknown[]>)];
    rowsByTable.set(
      table,
      all.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))),
    );
  }
  return {
    world,
    facts: rowsByTable.get('engagement') ?? [],
    details: rowsByTable.get('engagement_detail') ?? [],
  };
};

const { world, facts, details } = generate();
const share = (column: string, value: unknown): number =>
  facts.filter((fact) => fact[column] === value).length / facts.length;
const at = (fact: Fact): number => Date.parse(String(fact.occurred_at));
const isReaderIn =
  ({ first, last }: { first: number; last: number }) =>
  (fact: Fact) =>
    Number(fact.reader_id) >= first && Number(fact.reader_id) <= last;

describe('the default demo', () => {
  it('has the expected size', () => {
    const { dimensions, documents, organisations, readers } = world;
    expect(
      [dimensions.clients, dimensions.communities, dimensions.groups].map(({ length }) => length),
    ).toEqual([10, 12, 3]);
    expect([documents, organisations, readers, facts].map(({ length }) => length)).toEqual([
      900,
      2400,
      14_000,
      180_000 + reviewCaseCount,
    ]);
  });

  it('is the same for the same instant, and its dates move with it', () => {
    const [first, second] = [generate(now, 'small'), generate(now, 'small')];
    expect(second.facts).toEqual(first.facts);
    expect(second.details).toEqual(first.details);
    const later = generate(new Date(now.getTime() + 40 * 86_400_000), 'small');
    expect(at(later.facts.at(-1) as Fact)).toBeGreaterThan(now.getTime() + 39 * 86_400_000);
  });

  it('covers two years up to now, ordered by time', () => {
    const times = facts.map(at);
    expect(times[0]).toBeGreaterThanOrEqual(monthsBefore(now.getTime(), 24));
    expect(Math.max(...times.slice(-1000))).toBeLessThanOrEqual(now.getTime());
    expect(new Set(facts.map(({ occurred_at }) => String(occurred_at).slice(0, 7))).size).toBe(25);
  });

  it('has a mix of types, sequences, sources, stages and qualities', () => {
    expect(share('activity_type', activityTypeCode.Engagement)).toBeCloseTo(0.81, 2);
    expect(share('activity_type', activityTypeCode.CustomerRequest)).toBeCloseTo(0.07, 2);
    expect(share('activity_type', activityTypeCode.Webinar)).toBeCloseTo(0.08, 2);
    expect(share('activity_type', activityTypeCode.Event)).toBeCloseTo(0.04, 2);
    expect(share('sequence', 1)).toBeGreaterThan(0.55);
    expect(share('sequence', 1)).toBeLessThan(0.65);
    for (const code of Object.values(sourceCode)) expect(share('source', code)).toBeGreaterThan(0.02);
    for (const stage of [0, 1, 2, 3]) expect(share('stage', stage)).toBeGreaterThan(0.04);
    for (const quality of [1, 2, 3]) expect(share('quality', quality)).toBeGreaterThan(0.1);
    for (const status of Object.values(statusCode)) expect(share('status', status)).toBeGreaterThan(0);
  });

  it('marks the first activity of a reader with a document as initial', () => {
    const seen = new Set<string>();
    const wrong = facts.filter(({ client_id, document_id, reader_id, sequence }) => {
      const pair = `${client_id as number} ${document_id as number} ${reader_id as number}`;
      const isFirst = !seen.has(pair);
      seen.add(pair);
      return isFirst !== (sequence === 1);
    });
    // Two pairs may share a bit in the fixed-size memory of pairs.
    expect(wrong.length / facts.length).toBeLessThan(0.001);
  });

  it('is skewed: a few readers have most activities, many have one', () => {
    const counts = new Map<unknown, number>();
    for (const { reader_id } of facts) counts.set(reader_id, (counts.get(reader_id) ?? 0) + 1);
    const sorted = [...counts.values()].sort((a, b) => b - a);
    const top = sorted.slice(0, sorted.length / 10).reduce((sum, count) => sum + count, 0);
    expect(top / facts.length).toBeGreaterThan(0.3);
    expect(sorted.filter((count) => count === 1).length / sorted.length).toBeCloseTo(0.3, 1);
  });

  it('is busiest in the middle of the week, and quiet in August and before New Year', () => {
    const onDay = (days: number[]) =>
      facts.filter((fact) => days.includes(new Date(at(fact)).getUTCDay())).length / days.length;
    expect(onDay([2, 3])).toBeGreaterThan(onDay([1, 4, 5]));
    expect(onDay([0, 6])).toBeLessThan(onDay([2, 3]) * 0.3);
    const inMonth = (month: string) =>
      facts.filter(({ occurred_at }) => String(occurred_at).startsWith(month)).length;
    expect(inMonth('2025-08')).toBeLessThan(inMonth('2025-10'));
    expect(inMonth('2025-12')).toBeLessThan(inMonth('2026-01'));
  });

  it('has most webinar registrations in the last week', () => {
    const textByActivity = new Map(
      details.map((detail) => [detail.engagement_id, String(detail.specifics_text)]),
    );
    const webinars = facts.filter(({ activity_type }) => activity_type === activityTypeCode.Webinar);
    const isRegistration = ({ id }: Fact) => textByActivity.get(id)?.startsWith('What brings you here?');
    const dateByDocument = new Map(
      webinars.filter((fact) => !isRegistration(fact)).map((fact) => [fact.document_id, toDay(at(fact))]),
    );
    const leads = webinars
      .filter((fact) => isRegistration(fact) && dateByDocument.has(fact.document_id))
      .map((fact) => ((dateByDocument.get(fact.document_id) ?? 0) - toDay(at(fact))) / 86_400_000);
    expect(leads.filter((lead) => lead < 7).length / leads.length).toBeCloseTo(0.58, 1);
    expect(leads.filter((lead) => lead === 0).length / leads.length).toBeGreaterThan(0.25);
    const attendance = (webinars.length - leads.length) / leads.length;
    expect(attendance).toBeGreaterThan(0.3);
    expect(attendance).toBeLessThan(0.45);
  });
});

describe('the stories include', () => {
  const countBetween = (keeps: (fact: Fact) => boolean, from: number, to: number) =>
    facts.filter(
      (fact) =>
        keeps(fact) && at(fact) >= addDays(now.getTime(), from) && at(fact) < addDays(now.getTime(), to),
    ).length;

  it('an organization that reads more and more', () => {
    const count = (from: number, to: number) => countBetween(isReaderIn(cast.ramping), from, to);
    expect(count(-30, 1)).toBeGreaterThan(count(-90, -60) * 1.5);
    expect(count(-90, -60)).toBeGreaterThan(count(-210, -180) * 2);
  });

  it('an organization that went silent', () => {
    const count = (from: number, to: number) => countBetween(isReaderIn(cast.silent), from, to);
    expect(count(-210, -125)).toBeGreaterThan(60);
    expect(count(-115, 1)).toBe(0);
  });

  it('a reader who changed organizations', () => {
    const organisations = facts.filter(isReaderIn(cast.moved)).map(({ organisation_id }) => organisation_id);
    expect(organisations[0]).toBe(4);
    expect(organisations.at(-1)).toBe(cast.moved.organisationId);
  });

  it('newcomers after a webinar', () => {
    const visits = facts.filter(isReaderIn(cast.newcomers));
    expect(new Set(visits.map(({ reader_id }) => reader_id)).size).toBe(80);
    expect(countBetween(isReaderIn(cast.newcomers), -800, -78)).toBe(0);
  });

  it('more than forty pending activities of the last week', () => {
    const pending = facts.filter(({ status }) => status === statusCode.Pending);
    const recent = pending.filter((fact) => at(fact) >= addDays(now.getTime(), -7));
    expect(recent.length).toBeGreaterThanOrEqual(40);
  });
});

describe('the activities to review', () => {
  const isReviewed = ({ activity_type }: Fact) =>
    activity_type === activityTypeCode.Engagement || activity_type === activityTypeCode.CustomerRequest;
  const reviewed = facts.filter(isReviewed);
  const recent = reviewed.filter((fact) => at(fact) >= addDays(toDay(now.getTime()), -7));
  const withStatus = (status: number) => recent.filter((fact) => fact.status === status);

  it('include many pending ones of several clients and both types, initial and subsequent', () => {
    const pending = withStatus(statusCode.Pending);
    expect(pending.length).toBeGreaterThanOrEqual(60);
    expect(new Set(pending.map(({ client_id }) => client_id)).size).toBeGreaterThanOrEqual(5);
    expect(new Set(pending.map(({ activity_type }) => activity_type)).size).toBe(2);
    expect(new Set(pending.map(({ source }) => source)).size).toBe(5);
    expect(pending.some(({ has_specifics }) => has_specifics)).toBe(true);
    const buildPairKey = (fact: Fact) =>
      `${fact.client_id as number} ${fact.document_id as number} ${fact.reader_id as number}`;
    const initial = new Set(pending.filter(({ sequence }) => sequence === 1).map(buildPairKey));
    const following = pending.filter((fact) => fact.sequence === 2 && initial.has(buildPairKey(fact)));
    expect(following.length).toBeGreaterThanOrEqual(20);
  });

  it('include every status and every reason of the last week', () => {
    for (const status of Object.values(statusCode)) expect(withStatus(status).length).toBeGreaterThan(0);
    const reasons = new Set(recent.map(({ reject_reason }) => reject_reason));
    expect(reasons).toEqual(new Set([null, ...Object.values(rejectReasonCode)]));
  });

  it('have a reason only if rejected, and an approval date only if approved', () => {
    const isApproved = ({ status }: Fact) =>
      status === statusCode.Approved || status === statusCode.EditAfterApproval;
    const isRejected = ({ status }: Fact) =>
      status === statusCode.Rejected || status === statusCode.RejectedAfterApproval;
    expect(reviewed.filter((fact) => isApproved(fact) !== (fact.approved_at !== null))).toEqual([]);
    expect(reviewed.filter((fact) => isRejected(fact) !== (fact.reject_reason !== null))).toEqual([]);
    const early = reviewed.filter((fact) => Date.parse(fact.approved_at as string) < at(fact));
    expect(early).toEqual([]);
    const cascaded = facts.filter(
      ({ reject_reason }) => reject_reason === rejectReasonCode.RejectedWithPrimary,
    );
    expect(cascaded.filter(({ sequence }) => sequence === 1)).toEqual([]);
    const others = facts.filter((fact) => !isReviewed(fact) && (fact.approved_at ?? fact.reject_reason));
    expect(others).toEqual([]);
  });
});

it('makes activities available at their import or approval, within three days of the activity', () => {
  const wrong = facts.filter((fact) => {
    const available = Date.parse(fact.available_at as string);
    const earliest = Math.max(at(fact), Date.parse((fact.approved_at as string | null) ?? '1970-01-01'));
    return available < earliest || available > Math.min(now.getTime(), at(fact) + 3 * 86_400_000);
  });
  expect(wrong).toEqual([]);
});

describe('edge values', () => {
  it('are included', () => {
    const { readers, documents, organisations, dimensions } = world;
    expect(readers.some(({ linkedIn }) => linkedIn === null)).toBe(true);
    expect(readers.some(({ clientConsent }) => clientConsent === false)).toBe(true);
    expect(readers.some(({ clientConsent }) => clientConsent === null)).toBe(true);
    expect(readers.some(({ lastName }) => /[^ -~]/.test(lastName))).toBe(true);
    expect(documents.filter(({ title }) => title.length > 42).length).toBeGreaterThan(50);
    expect(documents.some(({ title }) => title.startsWith('='))).toBe(true);
    expect(organisations.some(({ name }) => name.startsWith('='))).toBe(true);
    expect(dimensions.documentTypes.some(({ name }) => name === '-1')).toBe(true);
    expect(facts.some(({ region_id }) => region_id === null)).toBe(true);
    expect(facts.some(({ document_type_id }) => document_type_id === null)).toBe(true);
    expect(details.some(({ specifics_text }) => String(specifics_text).length > 390)).toBe(true);
    expect(facts.filter(({ client_id }) => client_id === 10)).toEqual([]);
  });

  it('have every shown word of their specifics in the text that is searched', () => {
    const stringsIn = (value: unknown): string[] => {
      if (typeof value === 'string') return [value];
      return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
    };
    const missing = details.flatMap(({ specifics, specifics_text }) => {
      const { model, notes } = parseSpecifics(null, JSON.parse(String(specifics)));
      return stringsIn([model, notes]).filter((shown) => !String(specifics_text).includes(shown));
    });
    expect(missing).toEqual([]);
    expect(details.some(({ specifics }) => String(specifics).includes('answeredBy'))).toBe(true);
  });

  it('never include an address that could exist', () => {
    const addresses = [...world.readers, ...demoUsers].map(({ email }) => email);
    expect(addresses.filter((email) => !email.endsWith('.example'))).toEqual([]);
    const links = [
      ...world.documents.map(({ url }) => url),
      ...world.readers.map(({ linkedIn }) => linkedIn ?? ''),
    ];
    expect(links.filter((url) => url !== '' && !/^https:\/\/[\w.-]+\.example\//.test(url))).toEqual([]);
  });
});

it('gives the client account exactly two clients', () => {
  expect(demoUsers.find(({ email }) => email === 'client@demo.example')?.clientIds).toHaveLength(2);
});

import { addDays, toDay } from './calendar.ts';
import type { DemoPart, DemoTable } from './demo-part.ts';
import type { DemoReader } from './people.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';
import { uploadedTables } from './uploaded-tables.ts';

const hour = 3_600_000;
const issueDays = 30;

interface PlannedIssue {
  readonly clientId: number;
  readonly id: string;
  readonly title: string;
  readonly sentAt: number;
}

const topics = [
  'Scale-up without surprises',
  'What regulators ask about filters',
  'Single-use, reviewed',
  'Sensors that tell the truth',
  'Five questions on media',
  'The cost of a changeover',
];
const paths = ['guide', 'case-study', 'webinar', 'interview', 'product', 'archive'];

const planIssues = (world: World, client: number, count: number): PlannedIssue[] => {
  const clientId = world.dimensions.clients[client % world.dimensions.clients.length]!.id;
  return Array.from({ length: count }, (_, at) => ({
    clientId,
    id: `NL-${client + 1}-${String(count - at).padStart(2, '0')}`,
    title: `No. ${count - at}: ${topics[at % topics.length]}`,
    sentAt: addDays(toDay(world.now), -9 - at * issueDays) + 8 * hour,
  }));
};

const buildRow = (
  { clientId, id, title, sentAt }: PlannedIssue,
  values: {
    readonly email?: string;
    readonly delivered: number;
    readonly opened: number | null;
    readonly clicked: number;
    readonly link?: string;
    readonly clickedAt?: number;
    readonly readerId?: number;
  },
) => [
  clientId,
  [id, values.email ?? '(totals)', ...(values.link === undefined ? [] : [values.link])].join(' '),
  id,
  title,
  new Date(sentAt),
  values.email ?? null,
  values.delivered,
  values.opened,
  values.clicked,
  values.link ?? null,
  values.clickedAt === undefined ? null : new Date(values.clickedAt),
  values.readerId ?? null,
];

/** Most click within the first hours, and a few after days. */
const drawDelay = (random: Random): number => Math.floor((0.1 + 90 * random.next() ** 4) * hour);

interface Reach {
  readonly isDelivered: boolean;
  readonly isOpened: boolean;
  readonly isClicker: boolean;
}

/** Of those who got an issue, 20 to 28 % open it and 2.1 to 4.2 % click, a tenth of them much more often than the others. */
const drawReach = (count: number, random: Random): Reach[] => {
  const openRate = 0.21 + random.next() * 0.06;
  const clickRate = 0.022 + random.next() * 0.018;
  const draws = Array.from({ length: count }, (_, at) => ({
    at,
    isDelivered: random.chance(0.975),
    click: random.next() ** (at % 10 === 0 ? 1 / 12 : 1),
    open: random.next(),
  }));
  const delivered = draws.filter(({ isDelivered }) => isDelivered);
  const clickers = new Set(
    delivered
      .toSorted((a, b) => b.click - a.click)
      .slice(0, Math.round(clickRate * delivered.length))
      .map(({ at }) => at),
  );
  const openers = new Set(
    delivered
      .toSorted((a, b) => b.open + Number(clickers.has(b.at)) - a.open - Number(clickers.has(a.at)))
      .slice(0, Math.round(openRate * delivered.length))
      .map(({ at }) => at),
  );
  return draws.map(({ at, isDelivered, open }) => ({
    isDelivered,
    isClicker: clickers.has(at),
    // Some programs do not show the picture that counts as an opening.
    isOpened: openers.has(at) && !(clickers.has(at) && open < 0.1),
  }));
};

/** The oldest issues do not count openings. */
const drawRecipients = (
  world: World,
  issue: PlannedIssue,
  readers: readonly DemoReader[],
  random: Random,
): unknown[][] => {
  const countsOpens = issue.sentAt > addDays(world.now, -300);
  const reach = drawReach(readers.length, random);
  return readers.flatMap((reader, at) => {
    const { isDelivered, isOpened, isClicker } = reach[at]!;
    const row = {
      email: reader.email.toLowerCase(),
      readerId: reader.id,
      delivered: Number(isDelivered),
      opened: countsOpens ? Number(isOpened) : null,
      clicked: Number(isClicker),
    };
    if (!isClicker) return [buildRow(issue, row)];
    const first = issue.sentAt + drawDelay(random);
    const links = new Set(
      Array.from({ length: 1 + random.int(2) }, () => paths[Math.floor(paths.length * random.next() ** 2)]!),
    );
    return [...links].map((path, order) =>
      buildRow(issue, {
        ...row,
        link: `https://news.example/${issue.id.toLowerCase()}/${path}`,
        clickedAt: Math.min(world.now, first + order * hour * 0.1),
      }),
    );
  });
};

/** Of the second client and of the oldest issue of the first one there are only totals. The third client has no issues. */
function* newsletterTables(world: World, _context: unknown, random: Random): Generator<DemoTable> {
  const own = planIssues(world, 0, 13);
  const readers = world.readers.filter(
    ({ communityId, newsletterConsent }) =>
      newsletterConsent === true && world.dimensions.clients[0]!.communities.includes(communityId),
  );
  const size = Math.min(900, Math.round(world.readers.length * 0.06));
  const start = random.int(Math.max(1, readers.length - size));
  const listed = readers.slice(start, start + size);
  const drawTotals = (issue: PlannedIssue) => {
    const delivered = 2500 + random.int(900);
    return buildRow(issue, {
      delivered,
      opened: Math.round(delivered * (0.2 + random.next() * 0.08)),
      clicked: Math.round(delivered * (0.021 + random.next() * 0.021)),
    });
  };
  const uploaded = {
    kind: 'newsletters',
    fileName: 'newsletters.csv',
    table: 'newsletter_recipient',
    columns: [
      'client_id',
      'external_id',
      'issue',
      'title',
      'sent_at',
      'email',
      'delivered',
      'opened',
      'clicked',
      'link',
      'clicked_at',
      'reader_id',
    ],
    rows: [
      ...own.slice(0, -2).flatMap((issue) => drawRecipients(world, issue, listed, random)),
      ...own.slice(-2).map(drawTotals),
      ...planIssues(world, 1, 6).map(drawTotals),
    ],
  } as const;
  yield* uploadedTables(world, uploaded, random);
}

/** Recipients of newsletters, as they would have been uploaded. */
export const newslettersPart: DemoPart = { name: 'newsletters', tables: newsletterTables };

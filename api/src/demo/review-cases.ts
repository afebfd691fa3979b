// What a reviewer finds beside what the crowd brings: readers who come back while their first visit still waits, and
// rejections of every kind. None of it is counted by a dashboard.
import { activityTypeCode, rejectReasonCode, sourceCode, statusCode } from '../engagements/codes.ts';
import type { DemoClient } from './dimensions.ts';
import type { DemoReader } from './people.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';
import { requestSpecifics } from './specifics.ts';
import type { DemoActivity, World } from './world.ts';

const hour = 3_600_000;
const day = 24 * hour;

const sources = ['organic', 'editorial', 'customNewsletter', 'leadNurtureCampaign', 'streamNL'] as const;
const { RejectedManually, RejectedWithPrimary, RejectedByBadWordsFilter, RejectedByOtherFilters } =
  rejectReasonCode;

type State = Pick<DemoActivity, 'status' | 'rejectReason'>;
const pending: State = { status: statusCode.Pending };
const rejected = (rejectReason: number): State => ({ status: statusCode.Rejected, rejectReason });

/** The states of a reader's visits to one document, one list for each reader. */
const cases: readonly (readonly State[])[] = [
  ...Array.from({ length: 18 }, () => [pending, pending]),
  ...Array.from({ length: 6 }, () => [pending, pending, pending]),
  ...Array.from({ length: 6 }, () => [rejected(RejectedManually), rejected(RejectedWithPrimary)]),
  ...Array.from({ length: 4 }, () => [rejected(RejectedByBadWordsFilter)]),
  ...Array.from({ length: 4 }, () => [rejected(RejectedByOtherFilters)]),
];

/** How many activities there are of this kind; they come on top of the size of a demo. */
export const reviewCaseCount = cases.flat().length;

/** Readers that come once by nobody else's draw, so that the first of these visits is the initial one. */
const firstReader = 200;

interface Visitor {
  readonly client: DemoClient;
  readonly reader: DemoReader;
  readonly index: number;
}

const visit = (
  { client, reader, index }: Visitor,
  document: DemoActivity['document'],
  at: number,
  random: Random,
): Omit<DemoActivity, 'status'> => {
  const isRequest = index % 4 === 3;
  return {
    at,
    clientId: client.id,
    document,
    reader,
    activityType: isRequest ? activityTypeCode.CustomerRequest : activityTypeCode.Engagement,
    source: sourceCode[sources[index % sources.length] ?? 'organic'],
    quality: 1 + random.int(3),
    newsletterId: null,
    ...(isRequest ? { specifics: requestSpecifics(random, reader) } : {}),
  };
};

/** The first visit lies three to six days back, each later one about a day after the one before. */
const visitsOf = (
  visitor: Visitor,
  states: readonly State[],
  world: World,
  random: Random,
): DemoActivity[] => {
  const documents = world.documents.filter(
    ({ clientId, isActive }) => clientId === visitor.client.id && isActive,
  );
  const document = random.pick(documents);
  const first = world.now - 6 * day + random.int(3 * day);
  return states.map((state, place) => {
    const at = first + place * day + (place > 0 ? random.int(4 * hour) : 0);
    return { ...visit(visitor, document, at, random), ...state };
  });
};

/** Draws from a source of its own: the rest of the demo is the same with these activities and without. */
export const reviewCases = (world: World): DemoActivity[] => {
  const random = createRandom(`review ${world.size.activities}`);
  const clients = world.dimensions.clients.filter(({ share }) => share > 0).slice(0, 6);
  return cases.flatMap((states, index) => {
    const [client, reader] = [clients[index % clients.length], world.readers[firstReader - 1 + index]];
    return client && reader ? visitsOf({ client, reader, index }, states, world, random) : [];
  });
};

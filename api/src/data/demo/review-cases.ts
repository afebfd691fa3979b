// Work for reviewers: readers who return while their first visit is pending, and rejections of every kind. Dashboards
// count none of it.
import { activityTypeCode, rejectReasonCode, sourceCode, statusCode } from '../../activities/codes.ts';
import type { DemoClient } from './dimensions.ts';
import type { DemoPart } from './demo-part.ts';
import type { DemoReader } from './people.ts';
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

/** The readers from this id on have one other activity, so that the first visit to a document is the initial one. */
const firstReaderId = 200;

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

/** The first visit is three to six days ago, each later one about a day after the previous one. */
const planVisits = (
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
  return states.map((state, index) => {
    const at = first + index * day + (index > 0 ? random.int(4 * hour) : 0);
    return { ...visit(visitor, document, at, random), ...state };
  });
};

const reviewCases = (world: World, random: Random): DemoActivity[] => {
  const clients = world.dimensions.clients.filter(({ share }) => share > 0).slice(0, 6);
  return cases.flatMap((states, index) => {
    const [client, reader] = [clients[index % clients.length], world.readers[firstReaderId - 1 + index]];
    return client && reader ? planVisits({ client, reader, index }, states, world, random) : [];
  });
};

export const reviewPart: DemoPart = { name: 'review', activities: reviewCases };

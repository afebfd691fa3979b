import { contentTypeCode, stageCode } from '../../activities/codes.ts';
import { addDays, toDay } from './calendar.ts';
import type { DemoSize } from './demo-size.ts';
import * as words from './demo-words.ts';
import type { Dimensions, DemoClient } from './dimensions.ts';
import { weightedPick } from './random.ts';
import type { Random } from './random.ts';

export interface DemoDocument {
  readonly id: number;
  /** Null for editorial content. */
  readonly clientId: number | null;
  readonly communityId: number;
  readonly title: string;
  readonly url: string;
  readonly documentTypeId: number;
  /** Id of the content system: 1 early, 2 middle, 3 late, -1 unclassified; null when not set. */
  readonly stageId: number | null;
  readonly stage: number;
  readonly contentType: number;
  readonly openAccess: number | null;
  readonly topics: readonly number[];
  readonly offerings: readonly number[];
  /** Milliseconds; null when unknown. */
  readonly publishedAt: number | null;
  readonly isActive: boolean;
}

const stages = weightedPick({ '1': 38, '2': 34, '3': 20, '-1': 5, none: 3 });
const stageOfId: Record<string, number> = {
  '1': stageCode.Early,
  '2': stageCode.Middle,
  '3': stageCode.Late,
};
const contentTypes = weightedPick({ 'Your Content': 70, 'Custom Content': 26, Unclassified: 4 });
const types = weightedPick(words.documentTypes);
const access = weightedPick({ '1': 55, '2': 40, none: 5 });

const editorialShare = 0.13;
const webinarShare = 0.045;
const eventShare = 0.03;

const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();

const drawTitle = (id: number, topic: string, random: Random): string => {
  const odd = words.oddTitles[Math.floor(id / 37)];
  if (id % 37 === 5 && odd) return odd;
  const number = String(3 + random.int(7));
  return random.pick(words.titlePatterns).replace('{topic}', topic).replace('{n}', number);
};

const typeName = (kind: number, random: Random): string => {
  if (kind < webinarShare) return 'Webinar';
  if (kind < webinarShare + eventShare) return 'Conference Session';
  return types(random);
};

/** Within the last 42 months, so that every age group has documents; null for one in fifty. */
const publishedAt = (random: Random, now: number): number | null =>
  random.chance(0.02) ? null : addDays(toDay(now), -Math.floor(random.next() ** 1.4 * 1270) - 1);

const drawTopics = (dimensions: Dimensions, communityId: number, random: Random) => {
  const groupId = dimensions.communities[communityId - 1]?.groupId;
  const own = dimensions.topics.filter((topic) => topic.groupId === groupId);
  const first = random.pick(own);
  const second = random.pick(own);
  return random.chance(0.45) && second !== first ? [first, second] : [first];
};

interface Owner {
  readonly client: DemoClient | undefined;
  readonly communityId: number;
}

const buildDocument = (
  id: number,
  { client, communityId }: Owner,
  dimensions: Dimensions,
  random: Random,
  now: number,
) => {
  const topics = drawTopics(dimensions, communityId, random);
  const type = client ? typeName(random.next(), random) : types(random);
  const stage = stages(random);
  const gate = access(random);
  const title = drawTitle(id, topics[0]?.name ?? '', random);
  const community = dimensions.communities[communityId - 1]?.name ?? '';
  return {
    id,
    clientId: client?.id ?? null,
    communityId,
    title,
    url: `https://www.${slug(community)}.example/${slug(title)}-${id}`,
    documentTypeId: dimensions.documentTypes.findIndex(({ name }) => name === type) + 1,
    stageId: stage === 'none' ? null : Number(stage),
    stage: stageOfId[stage] ?? stageCode.Unclassified,
    contentType: client ? contentTypeCode[contentTypes(random)] : contentTypeCode.Editorial,
    openAccess: gate === 'none' ? null : Number(gate),
    topics: topics.map((topic) => topic.id),
    offerings: random.chance(0.6) ? [random.pick(dimensions.offerings).id] : [],
    publishedAt: publishedAt(random, now),
    isActive: random.chance(0.94),
  } satisfies DemoDocument;
};

/** Documents of each client by its share (a few even without activities), and editorial ones of each community. */
export const buildDocuments = (
  dimensions: Dimensions,
  size: DemoSize,
  random: Random,
  now: number,
): DemoDocument[] => {
  const weight = (client: DemoClient) => Math.sqrt(client.share) + 0.5;
  const total = dimensions.clients.reduce((sum, client) => sum + weight(client), 0);
  const editorial = Math.round(size.documents * editorialShare);
  const owners: Owner[] = Array.from({ length: editorial }, (_, index) => ({
    client: undefined,
    communityId: 1 + (index % dimensions.communities.length),
  }));
  for (const client of dimensions.clients) {
    const count = Math.max(1, Math.round(((size.documents - editorial) * weight(client)) / total));
    for (let index = 0; index < count; index += 1)
      owners.push({ client, communityId: random.pick(client.communities) });
  }
  const last = dimensions.clients[0] as DemoClient;
  while (owners.length < size.documents)
    owners.push({ client: last, communityId: random.pick(last.communities) });
  return owners
    .slice(0, size.documents)
    .map((owner, index) => buildDocument(index + 1, owner, dimensions, random, now));
};

import { activityTypeCode, sourceCode, statusCode } from '../engagements/codes.ts';
import { buildAudience } from './audience.ts';
import type { Audience } from './audience.ts';
import { addDays, dayWeight, hourOf, toDay } from './calendar.ts';
import type { DemoClient } from './dimensions.ts';
import { eventShare, gatherings, webinarShare } from './gatherings.ts';
import { table } from './random.ts';
import type { Random } from './random.ts';
import { reviewCases } from './review-cases.ts';
import { requestSpecifics } from './specifics.ts';
import { stories } from './stories.ts';
import type { DemoActivity, World } from './world.ts';

const requestShare = 0.07;
const readSource = table({
  organic: 46,
  editorial: 20,
  customNewsletter: 13,
  leadNurtureCampaign: 12,
  streamNL: 9,
});
const requestSource = table({ organic: 70, leadNurtureCampaign: 20, customNewsletter: 10 });
const readQuality = table({ '1': 20, '2': 45, '3': 33, none: 2 });
const requestQuality = table({ '1': 50, '2': 35, '3': 15 });
const status = table({
  Approved: 94,
  EditAfterApproval: 1.8,
  Rejected: 2.6,
  RejectedAfterApproval: 0.8,
  Pending: 0.8,
});

const letters = ['editorial', 'customNewsletter', 'leadNurtureCampaign', 'streamNL'];

const newsletterOf = (source: string, communityId: number): number | null => {
  const kind = letters.indexOf(source);
  return kind < 0 ? null : (communityId - 1) * letters.length + kind + 1;
};

/** Only recent activities still wait for a review. */
const statusOf = (at: number, now: number, random: Random): number => {
  const drawn = status(random);
  return drawn === 'Pending' && at < addDays(now, -21) ? statusCode.Approved : statusCode[drawn];
};

const numberOrNull = (text: string): number | null => (text === 'none' ? null : Number(text));

interface Pair {
  readonly document: DemoActivity['document'];
  readonly reader: DemoActivity['reader'];
}

const pairsKept = 512;

/** Who reads what next: a new pair, or somebody who comes back to a document. */
const pairSource = (audience: Audience, { random, size }: World) => {
  const recent = new Map<number, Pair[]>();
  return (client: DemoClient, at: number): Pair => {
    const pairs = recent.get(client.id) ?? [];
    recent.set(client.id, pairs);
    if (pairs.length > 20 && random.chance(size.returning)) return random.pick(pairs);
    const document = audience.drawDocument(client, at);
    const pair = { document, reader: audience.drawReader(document.communityId) };
    if (pairs.length < pairsKept) pairs.push(pair);
    else pairs[random.int(pairsKept)] = pair;
    return pair;
  };
};

const baseActivity = (client: DemoClient, pair: Pair, at: number, { random, now }: World): DemoActivity => {
  const isRequest = random.chance(requestShare / (1 - webinarShare - eventShare));
  const source = isRequest ? requestSource(random) : readSource(random);
  return {
    at,
    clientId: client.id,
    ...pair,
    activityType: isRequest ? activityTypeCode.CustomerRequest : activityTypeCode.Engagement,
    source: sourceCode[source],
    status: statusOf(at, now, random),
    quality: isRequest ? Number(requestQuality(random)) : numberOrNull(readQuality(random)),
    newsletterId: newsletterOf(source, pair.document.communityId),
    ...(isRequest ? { specifics: requestSpecifics(random, pair.reader) } : {}),
  };
};

/** The only activity of each reader that comes once. */
const onlyOnce = (world: World, audience: Audience, days: readonly number[]): DemoActivity[] =>
  audience.once.map((reader) => {
    const clients = world.dimensions.clients.filter(
      ({ share, communities }) => share > 0 && communities.includes(reader.communityId),
    );
    const client = clients.length > 0 ? world.random.pick(clients) : audience.drawClient();
    const at = hourOf(world.random.pick(days), world.random, world.now);
    return baseActivity(client, { document: audience.drawDocument(client, at), reader }, at, world);
  });

const daysOf = ({ from, now }: World): number[] => {
  const days: number[] = [];
  for (let day = toDay(from); day <= now; day = addDays(day, 1)) days.push(day);
  return days;
};

const byDay = (activities: readonly DemoActivity[]): Map<number, DemoActivity[]> => {
  const map = new Map<number, DemoActivity[]>();
  for (const activity of activities) {
    const key = toDay(activity.at);
    const list = map.get(key);
    if (list) list.push(activity);
    else map.set(key, [activity]);
  }
  return map;
};

/**
 * All activities in the order of time, a day at a time, so that millions need no memory. Webinars, events, people who
 * come once and the stories are planned ahead; reading and requests fill the days up to the size asked for. What is
 * there for the reviewers comes on top.
 */
export function* buildActivities(world: World): Generator<DemoActivity> {
  const audience = buildAudience(world);
  const days = daysOf(world);
  const weights = days.map(dayWeight);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const planned = [...gatherings(world, audience), ...onlyOnce(world, audience, days), ...stories(world)];
  const plannedByDay = byDay([...planned, ...reviewCases(world)]);
  const open = Math.max(0, world.size.activities - planned.length);
  const nextPair = pairSource(audience, world);
  let weightSoFar = 0;
  let made = 0;
  for (const [index, day] of days.entries()) {
    weightSoFar += weights[index] ?? 0;
    const due = Math.round((open * weightSoFar) / total);
    const today = plannedByDay.get(day) ?? [];
    for (; made < due; made += 1) {
      const client = audience.drawClient();
      const at = hourOf(day, world.random, world.now);
      today.push(baseActivity(client, nextPair(client, at), at, world));
    }
    yield* today.sort((a, b) => a.at - b.at);
  }
}

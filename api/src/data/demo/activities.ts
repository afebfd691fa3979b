import { activityTypeCode, sourceCode, statusCode } from '../../activities/codes.ts';
import { buildAudience } from './audience.ts';
import type { Audience } from './audience.ts';
import { addDays, dayWeight, timeOfDay, toDay } from './calendar.ts';
import type { DemoClient } from './dimensions.ts';
import { eventShare, webinarShare, webinarsAndEvents } from './webinars-and-events.ts';
import { weightedPick } from './random.ts';
import type { Random } from './random.ts';
import { requestSpecifics } from './specifics.ts';
import { stories } from './stories.ts';
import type { DemoActivity, World } from './world.ts';

const requestShare = 0.07;
const engagementSource = weightedPick({
  organic: 46,
  editorial: 20,
  customNewsletter: 13,
  leadNurtureCampaign: 12,
  streamNL: 9,
});
const requestSource = weightedPick({ organic: 70, leadNurtureCampaign: 20, customNewsletter: 10 });
const engagementQuality = weightedPick({ '1': 20, '2': 45, '3': 33, none: 2 });
const requestQuality = weightedPick({ '1': 50, '2': 35, '3': 15 });
const status = weightedPick({
  Approved: 94,
  EditAfterApproval: 1.8,
  Rejected: 2.6,
  RejectedAfterApproval: 0.8,
  Pending: 0.8,
});

const newsletterSources = ['editorial', 'customNewsletter', 'leadNurtureCampaign', 'streamNL'];

const findNewsletterId = (source: string, communityId: number): number | null => {
  const kind = newsletterSources.indexOf(source);
  return kind < 0 ? null : (communityId - 1) * newsletterSources.length + kind + 1;
};

/** Only recent activities are still pending. */
const drawStatus = (at: number, now: number, random: Random): number => {
  const drawn = status(random);
  return drawn === 'Pending' && at < addDays(now, -21) ? statusCode.Approved : statusCode[drawn];
};

const numberOrNull = (text: string): number | null => (text === 'none' ? null : Number(text));

interface Pair {
  readonly document: DemoActivity['document'];
  readonly reader: DemoActivity['reader'];
}

const maxPairs = 512;

/** Draws the next reader and document: a new pair, or a reader who returns to a document. */
const pairSource = (audience: Audience, { random, size }: World) => {
  const recent = new Map<number, Pair[]>();
  return (client: DemoClient, at: number): Pair => {
    const pairs = recent.get(client.id) ?? [];
    recent.set(client.id, pairs);
    if (pairs.length > 20 && random.chance(size.returning)) return random.pick(pairs);
    const document = audience.drawDocument(client, at);
    const pair = { document, reader: audience.drawReader(document.communityId) };
    if (pairs.length < maxPairs) pairs.push(pair);
    else pairs[random.int(maxPairs)] = pair;
    return pair;
  };
};

const baseActivity = (client: DemoClient, pair: Pair, at: number, { random, now }: World): DemoActivity => {
  const isRequest = random.chance(requestShare / (1 - webinarShare - eventShare));
  const source = isRequest ? requestSource(random) : engagementSource(random);
  return {
    at,
    clientId: client.id,
    ...pair,
    activityType: isRequest ? activityTypeCode.CustomerRequest : activityTypeCode.Engagement,
    source: sourceCode[source],
    status: drawStatus(at, now, random),
    quality: isRequest ? Number(requestQuality(random)) : numberOrNull(engagementQuality(random)),
    newsletterId: findNewsletterId(source, pair.document.communityId),
    ...(isRequest ? { specifics: requestSpecifics(random, pair.reader) } : {}),
  };
};

/** One activity for each one-time reader. */
const oneTimeActivities = (world: World, audience: Audience, days: readonly number[]): DemoActivity[] =>
  audience.oneTimeReaders.map((reader) => {
    const clients = world.dimensions.clients.filter(
      ({ share, communities }) => share > 0 && communities.includes(reader.communityId),
    );
    const client = clients.length > 0 ? world.random.pick(clients) : audience.drawClient();
    const at = timeOfDay(world.random.pick(days), world.random, world.now);
    return baseActivity(client, { document: audience.drawDocument(client, at), reader }, at, world);
  });

const listDays = ({ from, now }: World): number[] => {
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
 * All activities by time, generated day by day so that millions need no memory. Webinars, events, one-time readers and
 * stories are planned first; engagements and requests fill the days up to the demo's size. Activities that other parts
 * plan come on top.
 */
export function* buildActivities(
  world: World,
  plannedActivities: readonly DemoActivity[],
): Generator<DemoActivity> {
  const audience = buildAudience(world);
  const days = listDays(world);
  const weights = days.map(dayWeight);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const planned = [
    ...webinarsAndEvents(world, audience),
    ...oneTimeActivities(world, audience, days),
    ...stories(world),
  ];
  const plannedByDay = byDay([...planned, ...plannedActivities]);
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
      const at = timeOfDay(day, world.random, world.now);
      today.push(baseActivity(client, nextPair(client, at), at, world));
    }
    yield* today.sort((a, b) => a.at - b.at);
  }
}

import { activityTypeCode, sourceCode, statusCode } from '../../activities/codes.ts';
import type { Audience } from './audience.ts';
import { addDays, timeOfDay, toDay } from './calendar.ts';
import type { DemoDocument } from './documents.ts';
import type { Random } from './random.ts';
import { attendanceSpecifics, registrationSpecifics, visitSpecifics } from './specifics.ts';
import type { DemoActivity, World } from './world.ts';

const hour = 3_600_000;
export const webinarShare = 0.08;
export const eventShare = 0.04;

/** Days before the webinar: over a quarter register on the day itself, 58 % within the final week. */
const leadDays = (random: Random): number => {
  const draw = random.next();
  if (draw < 0.27) return 0;
  if (draw < 0.58) return 1 + random.int(6);
  return 7 + Math.floor(28 * random.next() ** 2);
};

/** A Tuesday to Thursday between the start and a week ago. */
const drawDate = ({ from, now }: World, random: Random): number => {
  const span = now - from - 50 * 24 * hour;
  let at = toDay(from + 42 * 24 * hour + random.next() * span);
  while (![2, 3, 4].includes(new Date(at).getUTCDay())) at = addDays(at, 1);
  return at;
};

const commonFields = (document: DemoDocument, random: Random) => ({
  clientId: document.clientId as number,
  document,
  status: statusCode.Approved,
  quality: 1 + random.int(3),
  newsletterId: null,
});

const webinarActivities = (
  document: DemoDocument,
  count: number,
  world: World,
  audience: Audience,
): DemoActivity[] => {
  const { random, now } = world;
  const date = drawDate(world, random);
  const attendance = 0.3 + random.next() * 0.15;
  const rows: DemoActivity[] = [];
  const kind = { activityType: activityTypeCode.Webinar, source: sourceCode.webinar };
  while (rows.length < count) {
    const reader = audience.drawReader(document.communityId);
    const lead = leadDays(random);
    const at =
      lead === 0 ? date + 6 * hour + random.int(8 * hour) : timeOfDay(addDays(date, -lead), random, now);
    rows.push({
      ...commonFields(document, random),
      ...kind,
      at,
      reader,
      specifics: registrationSpecifics(random),
    });
    if (random.chance(attendance)) {
      const minutes = Math.min(60, Math.round(random.around(52, 12)));
      const joined = date + 15 * hour + random.int(hour / 4);
      rows.push({
        ...commonFields(document, random),
        ...kind,
        at: joined,
        reader,
        specifics: attendanceSpecifics(minutes, random),
      });
    }
  }
  return rows.slice(0, count);
};

const eventVisits = (
  document: DemoDocument,
  count: number,
  world: World,
  audience: Audience,
): DemoActivity[] => {
  const { random, now } = world;
  const date = drawDate(world, random);
  return Array.from({ length: count }, () => ({
    ...commonFields(document, random),
    at: timeOfDay(addDays(date, random.int(3)), random, now),
    reader: audience.drawReader(document.communityId),
    activityType: activityTypeCode.Event,
    source: sourceCode.event,
    specifics: visitSpecifics(random),
  }));
};

/** Distributes activities over documents by the share of their clients. */
const distribute = (documents: readonly DemoDocument[], total: number, { dimensions }: World) => {
  const weight = ({ clientId }: DemoDocument) => 4 + (dimensions.clients[(clientId ?? 1) - 1]?.share ?? 0);
  const sum = documents.reduce((all, document) => all + weight(document), 0);
  return documents.map((document) => ({ document, count: Math.round((total * weight(document)) / sum) }));
};

/** Webinar registrations and attendances, and visits to events. */
export const webinarsAndEvents = (world: World, audience: Audience): DemoActivity[] => {
  const { activities } = world.size;
  return [
    ...distribute(audience.webinars, activities * webinarShare, world).flatMap(({ document, count }) =>
      webinarActivities(document, count, world, audience),
    ),
    ...distribute(audience.sessions, activities * eventShare, world).flatMap(({ document, count }) =>
      eventVisits(document, count, world, audience),
    ),
  ];
};

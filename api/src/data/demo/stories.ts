// Stories to find while exploring the demo.
import { activityTypeCode, sourceCode, statusCode } from '../../activities/codes.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import { addDays, timeOfDay, monthsBefore, toDay } from './calendar.ts';
import { cast } from './cast.ts';
import type { DemoDocument } from './documents.ts';
import type { DemoReader } from './people.ts';
import type { DemoActivity, World } from './world.ts';

const findReaders = (world: World, { first, last }: { first: number; last: number }): readonly DemoReader[] =>
  world.readers.slice(first - 1, last);

const findDocuments = (world: World, clientId: number): readonly DemoDocument[] =>
  world.documents.filter((document) => document.clientId === clientId && document.isActive);

const engagement = (world: World, clientId: number, reader: DemoReader, at: number): DemoActivity => ({
  at: Math.min(at, world.now),
  clientId,
  document: world.random.pick(findDocuments(world, clientId)),
  reader,
  activityType: activityTypeCode.Engagement,
  source: sourceCode.organic,
  status: statusCode.Approved,
  quality: 2 + world.random.int(2),
  newsletterId: null,
});

/** `counts[0]` activities in the month that ended `endMonths` ago, `counts[1]` in the one before, and so on. */
const monthly = (
  world: World,
  clientId: number,
  readers: readonly DemoReader[],
  counts: readonly number[],
  endMonths = 0,
) =>
  counts.flatMap((count, index) => {
    const end = monthsBefore(world.now, endMonths + index);
    const crowd = readers.slice(0, Math.max(2, Math.ceil((readers.length * count) / Math.max(...counts))));
    return Array.from({ length: count }, () => {
      const day = addDays(end, -1 - world.random.int(29));
      return engagement(world, clientId, world.random.pick(crowd), timeOfDay(day, world.random, world.now));
    });
  });

const ramping = (world: World): DemoActivity[] =>
  monthly(world, 1, findReaders(world, cast.ramping), [74, 45, 26, 14, 8, 4, 3, 2]);

const silent = (world: World): DemoActivity[] =>
  monthly(world, 3, findReaders(world, cast.silent), [38, 44, 41, 47, 39, 45, 42, 40, 44, 41, 37, 43], 4);

const moved = (world: World): DemoActivity[] => {
  const [reader] = findReaders(world, cast.moved);
  if (!reader) return [];
  const before = monthly(world, 1, [reader], [3, 4, 2, 5, 3, 4], 7).map((row) => ({
    ...row,
    organisationId: 4,
  }));
  return [...before, ...monthly(world, 1, [reader], [5, 6, 4, 5, 3, 4])];
};

/** All arrive within ten days after a webinar eleven weeks ago. */
const newcomers = (world: World): DemoActivity[] => {
  const day = addDays(toDay(world.now), -77);
  return findReaders(world, cast.newcomers).flatMap((reader) => {
    const first = timeOfDay(
      addDays(day, 1 + Math.floor(9 * world.random.next() ** 2)),
      world.random,
      world.now,
    );
    return world.random.chance(0.3)
      ? [engagement(world, 2, reader, first), engagement(world, 2, reader, first + 3 * dayMilliseconds)]
      : [engagement(world, 2, reader, first)];
  });
};

/** Pending activities of the last week. */
const pending = (world: World): DemoActivity[] =>
  findReaders(world, { first: 152, last: 199 }).map((reader, index) => ({
    ...engagement(world, 1 + (index % 3), reader, world.now - world.random.int(7 * dayMilliseconds)),
    status: statusCode.Pending,
  }));

export const stories = (world: World): DemoActivity[] => [
  ...ramping(world),
  ...silent(world),
  ...moved(world),
  ...newcomers(world),
  ...pending(world),
];

import { background, holdForReader, runFor } from '../caller.ts';
import { TooManyWaitingError } from './database-error.ts';
import { createTurns } from './turns.ts';
import type { TurnsOptions } from './turns.ts';

const [ana, ben, cem] = [1, 2, 3];

/** Turns with a clock that the test sets, and a log of who was served. */
const testTurns = (options: Partial<TurnsOptions> = {}) => {
  const clock = { now: 0 };
  const served: (number | undefined)[] = [];
  const turns = createTurns({
    sessions: 1,
    sessionsPerUser: 4,
    waitingPerUser: 10,
    waitMs: 60_000,
    now: () => clock.now,
    ...options,
  });
  const take = async (user: number | undefined) => {
    const release = await runFor(user, () => turns.take());
    served.push(user);
    return release;
  };
  /** Waits in line and uses the session for a while. */
  const use = async (user: number | undefined, ms: number) => {
    const release = await take(user);
    clock.now += ms;
    release();
  };
  return { clock, served, turns, take, use };
};

it('serves the user who has used least before the queue of another', async () => {
  const { served, take, use } = testTurns();
  const release = await take(ana);
  const all = [...Array.from({ length: 4 }, () => use(ana, 1000)), use(ben, 10), use(ben, 10), use(cem, 10)];
  release();
  await Promise.all(all);
  expect(served).toEqual([ana, ana, ben, cem, ben, ana, ana, ana]);
});

it('serves work without a user first', async () => {
  const { served, take, use } = testTurns();
  const release = await take(ana);
  const all = [use(ben, 1), use(undefined, 1), use(undefined, 1)];
  release();
  await Promise.all(all);
  expect(served).toEqual([ana, undefined, undefined, ben]);
});

it('serves background work last, but no later than a second', async () => {
  const { served, take, use, clock } = testTurns();
  const release = await take(ana);
  const all = [use(background, 1), use(background, 1), use(ben, 600), use(cem, 600), use(ben, 600)];
  release();
  await Promise.all(all);
  expect(served).toEqual([ana, ben, cem, background, background, ben]);
  clock.now += 10_000;
  const many = await take(ana);
  const waiting = Array.from({ length: 20 }, () => use(background, 1));
  many();
  await Promise.all(waiting);
});

/** Uses the session while someone else waits for it. */
const useBefore = async (
  { take, use, clock }: Pick<ReturnType<typeof testTurns>, 'take' | 'use' | 'clock'>,
  user: number,
  ms: number,
) => {
  const release = await take(user);
  const waiting = use(undefined, 0);
  clock.now += ms;
  release();
  await waiting;
};

it('counts only use for which others waited, and forgets it', async () => {
  const given = testTurns();
  const { clock, served, take, use } = given;
  /** The order in which both are served after Cem. */
  const findServedOrder = async (first: number, second: number) => {
    const release = await take(cem);
    const all = [use(first, 0), use(second, 0)];
    release();
    await Promise.all(all);
    return served.slice(-2);
  };
  await use(ana, 5000);
  await useBefore(given, ben, 10);
  expect(await findServedOrder(ben, ana)).toEqual([ana, ben]);
  await useBefore(given, ana, 400);
  expect(await findServedOrder(ana, ben)).toEqual([ben, ana]);
  clock.now += 600_000;
  await useBefore(given, ben, 10);
  expect(await findServedOrder(ben, ana)).toEqual([ana, ben]);
});

it('keeps the session for the next statement of a call before it serves a heavy user', async () => {
  jest.useFakeTimers();
  try {
    const { clock, served, take, use } = testTurns();
    const long = await take(ana);
    clock.now += 1000;
    const others = [use(ana, 1000), use(ben, 10)];
    long();
    await jest.advanceTimersByTimeAsync(5);
    expect(served).toEqual([ana, ben]);
    others.push(use(ana, 1000), use(ben, 10));
    await jest.advanceTimersByTimeAsync(5);
    expect(served).toEqual([ana, ben, ben]);
    await jest.advanceTimersByTimeAsync(10);
    await Promise.all(others);
    expect(served).toEqual([ana, ben, ben, ana, ana]);
  } finally {
    jest.useRealTimers();
  }
});

it('serves a heavy user at once after another who has used as much', async () => {
  const { clock, served, take, use } = testTurns();
  const long = await take(ana);
  clock.now += 1000;
  const [second, first] = [use(ana, 1000), use(ben, 1200)];
  long();
  await first;
  await Promise.all([use(ben, 10), second]);
  expect(served).toEqual([ana, ben, ana, ben]);
});

it('leaves sessions to others, however many statements one user sends', async () => {
  const { served, take } = testTurns({ sessions: 3, sessionsPerUser: 2 });
  const first = await take(ana);
  await take(ana);
  const third = take(ana);
  await take(ben);
  expect(served).toEqual([ana, ana, ben]);
  first();
  await third;
  expect(served).toEqual([ana, ana, ben, ana]);
});

describe('a heavy user', () => {
  const settle = () => new Promise(setImmediate);

  it('gets one session while others wait', async () => {
    const { clock, served, take } = testTurns({ sessions: 8 });
    const first = await Promise.all(Array.from({ length: 4 }, () => take(ana)));
    const waiting = take(ana);
    const other = await Promise.all(Array.from({ length: 4 }, () => take(ben)));
    const last = take(ben);
    clock.now += 600;
    for (const release of first.slice(0, 3)) release();
    await settle();
    expect(served).toEqual([ana, ana, ana, ana, ben, ben, ben, ben]);
    first[3]!();
    await waiting;
    for (const release of other) release();
    await last;
  });

  it('is also one who works beside others, although nobody waits', async () => {
    const { clock, served, take } = testTurns({ sessions: 8, sessionsPerHeavyUser: 1 });
    const other = await take(ben);
    const long = await take(ana);
    clock.now += 600;
    long();
    const next = await take(ana);
    const waiting = take(ana);
    await settle();
    expect(served).toEqual([ben, ana, ana]);
    other();
    next();
    await waiting;
  });

  it.each([undefined, background])('is not one who works beside the product itself (%s)', async (user) => {
    const { clock, served, take } = testTurns({ sessions: 8, sessionsPerHeavyUser: 1 });
    await take(user);
    const long = await take(ana);
    clock.now += 600;
    long();
    await take(ana);
    await take(ana);
    expect(served).toEqual([user, ana, ana, ana]);
  });

  it('gets one beside that of an export, which waits for its reader', async () => {
    const given = testTurns({ sessions: 3, sessionsPerHeavyUser: 1 });
    const { clock, served, take, turns } = given;
    await take(ben);
    const download = await holdForReader(() => take(ana));
    clock.now += 60_000;
    download();
    await holdForReader(() => take(ana));
    await useBefore(given, ana, 600);
    await take(ana);
    expect(served).toEqual([ben, ana, ana, ana, undefined, ana]);
    expect(turns.busy).toBe(true);
  });

  it('gets as many as configured afterwards', async () => {
    const { clock, served, take } = testTurns({ sessions: 5, sessionsPerHeavyUser: 2 });
    const first = await Promise.all(Array.from({ length: 4 }, () => take(ana)));
    const waiting = Array.from({ length: 3 }, () => take(ana));
    const others = Array.from({ length: 4 }, () => take(ben));
    clock.now += 600;
    for (const release of first.slice(0, 3)) release();
    for (const release of await Promise.all(others)) release();
    await settle();
    expect(served).toEqual([ana, ana, ana, ana, ben, ben, ben, ben, ana]);
    first[3]!();
    (await waiting[0])!();
    await Promise.all(waiting);
  });
});

it('refuses a user with too many waiting statements, and still serves others', async () => {
  const { take, use } = testTurns({ waitingPerUser: 2 });
  const release = await take(ana);
  const waiting = [use(ana, 1), use(ana, 1)];
  await expect(take(ana)).rejects.toBeInstanceOf(TooManyWaitingError);
  waiting.push(use(ben, 1), use(undefined, 1));
  release();
  await Promise.all(waiting);
  await use(ana, 1);
});

it('gives a session back once only', async () => {
  const { turns, take } = testTurns({ sessions: 2 });
  const release = await take(ana);
  release();
  release();
  await take(ben);
  expect(turns.busy).toBe(false);
  await take(ben);
  expect(turns.busy).toBe(true);
});

it('reports that the database is busy after the wait limit', async () => {
  jest.useFakeTimers();
  try {
    const { take } = testTurns({ waitMs: 5000 });
    await take(ana);
    const refused = take(ben).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(5000);
    expect(await refused).toMatchObject({ code: '53300' });
  } finally {
    jest.useRealTimers();
  }
});

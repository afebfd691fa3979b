import { availableParallelism } from 'node:os';
import { background, currentCaller, currentMeter, isHeldForReader } from '../caller.ts';
import type { UseMeter } from '../caller.ts';
import { TooManyWaitingError, databaseError, sqlState } from './database-error.ts';

export interface TurnLimits {
  /** How many sessions one user may use at a time. */
  readonly sessionsPerUser: number;
  /** The same for a user who is heavy: one while others wait. Default: all but one of the processor cores of this machine. */
  readonly sessionsPerHeavyUser?: number | undefined;
  /** How many statements of one user may wait. A dashboard sends ten at once. */
  readonly waitingPerUser: number;
  /** The clock that measures use, in milliseconds; replaced by tests. */
  readonly now?: (() => number) | undefined;
}

export interface TurnsOptions extends TurnLimits {
  /** How many sessions may be used at a time. */
  readonly sessions: number;
  /** How long one may wait. */
  readonly waitMs: number;
  /** Called with the seconds that a statement has waited for its session, also if it had to give up. */
  readonly onWait?: ((seconds: number) => void) | undefined;
}

export interface Turns {
  /**
   * Waits for a session. Returns a function that gives it back, to be called once. Rejects with TooManyWaitingError,
   * or with a database error after the wait limit.
   */
  take(): Promise<() => void>;
  /** Whether all sessions are in use. */
  readonly busy: boolean;
}

/** The share of the database that one user takes. */
interface Share {
  readonly waiting: { readonly at: number; readonly grant: () => void }[];
  /** When each of the sessions in use was taken, except those that wait for a reader. */
  readonly started: Set<{ readonly at: number }>;
  /** Those that wait for a reader. */
  readonly held: Set<{ readonly at: number }>;
  /** Milliseconds of earlier use beside others, halved in each half-life until `usedAt`. */
  used: number;
  usedAt: number;
}

/** Who takes a session, as known when it was asked for. */
interface Taker {
  readonly isHeld: boolean;
  readonly meter: UseMeter | undefined;
}

/** Recent use beside others counts; a user who was busy a minute ago is like any other. */
const halfLifeMs = 10_000;

/**
 * Recent use from which on a user is heavy: such a user waits for the follow-up statements of others, and gets fewer
 * sessions. A dashboard takes a tenth of a second.
 */
const heavyUseMs = 500;
/** A call that needs two statements sends the second one within this time. */
const followUpMs = 10;

/** Background work that has waited for this long goes before users, so that a busy day does not stop it. */
const backgroundWaitMs = 1000;

const earlierUse = ({ used, usedAt }: Share, now: number): number =>
  used * 2 ** ((usedAt - now) / halfLifeMs);

const sumUsage = (share: Share, now: number): number => {
  let usage = earlierUse(share, now);
  for (const { at } of share.started) usage += now - at;
  return usage;
};

/** The key of work without a user. It is short, and many users wait for it, for example for their session. */
const product = undefined;

/**
 * Shares the sessions of a database among users. The user with the least recent use goes first, so that no
 * user waits behind the queue of another. Work without a user goes before all, background work after all.
 */
export const createTurns = (options: TurnsOptions): Turns => {
  const {
    sessions,
    sessionsPerUser,
    sessionsPerHeavyUser = Math.max(1, availableParallelism() - 1),
    waitingPerUser,
    waitMs,
    now = () => performance.now(),
    onWait = () => undefined,
  } = options;
  const shares = new Map<number | undefined, Share>();
  let free = sessions;

  const ensureShare = (user: number | undefined): Share => {
    const share = shares.get(user) ?? {
      waiting: [],
      started: new Set(),
      held: new Set(),
      used: 0,
      usedAt: now(),
    };
    shares.set(user, share);
    return share;
  };

  /** Whether other users need the database: with more sessions than cores, they are slower although none waits. */
  const othersAreBusy = (share: Share) =>
    [...shares].some(
      ([user, other]) =>
        other !== share &&
        (other.waiting.length > 0 || (other.started.size > 0 && user !== product && user !== background)),
    );

  const rankUser = (user: number | undefined, share: Share, at: number): number => {
    if (user === product) return -1;
    if (user !== background) return sumUsage(share, at);
    const [first] = share.waiting;
    return first && at - first.at >= backgroundWaitMs ? 0 : Number.MAX_VALUE;
  };

  /**
   * How many statements may run beside each other. A user who was alone is not heavy, however long the statements. Of two
   * heavy users who wait for each other, only the one who has used more gets one session, so that none stays idle.
   */
  const limitSessions = (share: Share, at: number): number => {
    const usage = sumUsage(share, at);
    const lighterWaits = [...shares].some(
      ([user, other]) => other !== share && other.waiting.length > 0 && rankUser(user, other, at) < usage,
    );
    if (lighterWaits && usage > heavyUseMs) return 1;
    return earlierUse(share, at) > heavyUseMs ? sessionsPerHeavyUser : sessionsPerUser;
  };

  const mayRun = (user: number | undefined, share: Share): boolean => {
    if (free === 0 || user === product) return free > 0;
    if (share.started.size + share.held.size >= sessionsPerUser) return false;
    return share.started.size === 0 || share.started.size < limitSessions(share, now());
  };

  /** The next share to serve, with its recent use; forgets those that no longer matter. */
  const next = (): { share: Share; usage: number } | undefined => {
    const at = now();
    let best: ReturnType<typeof next>;
    for (const [user, share] of shares) {
      const usage = rankUser(user, share, at);
      if (share.waiting.length === 0) {
        if (share.started.size + share.held.size === 0 && sumUsage(share, at) < 1) shares.delete(user);
      } else if (mayRun(user, share) && (!best || usage < best.usage)) best = { share, usage };
    }
    return best;
  };

  let pause: NodeJS.Timeout | undefined;
  /** Serves all who may run: the limits of a user change with what others do. */
  const serve = () => {
    for (let following = next(); following; following = next()) following.share.waiting.shift()?.grant();
  };
  /**
   * Serves the next ones after a statement of `last`. The last free session is kept for a moment before a heavy user gets it: a
   * call of someone else with several statements would otherwise wait for a long one between each two of them. Those who have
   * used as much are no reason to wait.
   */
  const serveAfter = (last: Share) => {
    for (let following = next(); following; following = next()) {
      const least = Math.max(heavyUseMs, sumUsage(last, now()));
      if (free === 1 && following.share !== last && following.usage > least) {
        clearTimeout(pause);
        pause = setTimeout(serve, followUpMs);
        return;
      }
      following.share.waiting.shift()?.grant();
    }
  };

  const start = (share: Share, { isHeld, meter }: Taker): (() => void) => {
    const run = { at: now() };
    const runs = isHeld ? share.held : share.started;
    runs.add(run);
    free -= 1;
    return () => {
      if (!runs.delete(run)) return;
      const at = now();
      // Use beside nobody is free.
      const used = !isHeld && othersAreBusy(share) ? at - run.at : 0;
      share.used = earlierUse(share, at) + used;
      share.usedAt = at;
      free += 1;
      meter?.((at - run.at) / 1000);
      serveAfter(share);
    };
  };

  const wait = (share: Share, taker: Taker) =>
    new Promise<() => void>((resolve, reject) => {
      const grant = () => {
        clearTimeout(timer);
        onWait((now() - entry.at) / 1000);
        resolve(start(share, taker));
      };
      const timer = setTimeout(() => {
        share.waiting.splice(share.waiting.indexOf(entry), 1);
        onWait((now() - entry.at) / 1000);
        reject(databaseError('the database is busy', { code: sqlState.tooManyConnections }));
      }, waitMs);
      const entry = { at: now(), grant };
      share.waiting.push(entry);
    });

  return {
    get busy() {
      return free === 0;
    },
    async take() {
      const user = currentCaller();
      const share = ensureShare(user);
      const taker = { isHeld: isHeldForReader(), meter: currentMeter() };
      if (mayRun(user, share) && share.waiting.length === 0) {
        onWait(0);
        return start(share, taker);
      }
      const isUser = user !== product && user !== background;
      if (isUser && share.waiting.length >= waitingPerUser) throw new TooManyWaitingError();
      return wait(share, taker);
    },
  };
};

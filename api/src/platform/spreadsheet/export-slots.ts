import { currentCaller } from '../caller.ts';
import { tooManyRequests, unavailable } from '../http/errors.ts';

export interface ExportSlotsOptions {
  /** Exports that a process writes at a time. Each occupies a thread and a database session until its reader is done. */
  readonly slots: number;
  readonly slotsPerUser: number;
  /** Exports of one user that may wait. */
  readonly waitingPerUser: number;
}

interface WaitOptions {
  /** Leaves the line. */
  readonly signal?: AbortSignal;
  /** Called with the number of exports that go before this one, when it changes; 0 at last if it had to wait. */
  readonly onPosition?: (before: number) => void;
}

export interface ExportSlots {
  /**
   * Waits for a slot. Returns a function that frees it.
   * @throws AppError 429 if too many exports of the user wait, 503 if the signal aborts
   */
  take(options?: WaitOptions): Promise<() => void>;
  /** Refuses all that wait with 503, for a server that stops. */
  refuseWaiting(): void;
}

interface Waiting extends Pick<WaitOptions, 'onPosition'> {
  readonly user: number | undefined;
  readonly grant: () => void;
  readonly refuse: (error: Error) => void;
  before?: number;
}

const defaultExportSlots: ExportSlotsOptions = { slots: 4, slotsPerUser: 2, waitingPerUser: 10 };

/**
 * Slots for exports, shared by the users of a process. The first export of a user goes before the second one of
 * another; otherwise the order is that of arrival.
 */
export const createExportSlots = (options: ExportSlotsOptions = defaultExportSlots): ExportSlots => {
  const { slots, slotsPerUser, waitingPerUser } = options;
  const running = new Map<number | undefined, number>();
  let line: Waiting[] = [];
  let free = slots;

  const countRunning = (user: number | undefined) => running.get(user) ?? 0;

  /** The line in the order in which it will be served. */
  const sorted = (): Waiting[] => {
    const counts = new Map(running);
    const ranked = line.map((waiting) => {
      const rank = counts.get(waiting.user) ?? 0;
      counts.set(waiting.user, rank + 1);
      return { waiting, rank };
    });
    return ranked.sort((a, b) => a.rank - b.rank).map(({ waiting }) => waiting);
  };

  const start = (user: number | undefined): (() => void) => {
    free -= 1;
    running.set(user, countRunning(user) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      free += 1;
      const rest = countRunning(user) - 1;
      if (rest > 0) running.set(user, rest);
      else running.delete(user);
      serve();
    };
  };

  const serve = () => {
    const next = free > 0 ? sorted().find(({ user }) => countRunning(user) < slotsPerUser) : undefined;
    if (next) {
      line = line.filter((waiting) => waiting !== next);
      next.grant();
      serve();
    } else tellPositions();
  };

  /** An export that runs must end first, so that the first in line has one before it. */
  const tellPositions = () => {
    for (const [index, waiting] of sorted().entries()) {
      if (waiting.before !== index + 1) waiting.onPosition?.(index + 1);
      waiting.before = index + 1;
    }
  };

  return {
    take: ({ signal, onPosition } = {}) =>
      new Promise((resolve, reject) => {
        const user = currentCaller();
        const leave = () => {
          line = line.filter((each) => each !== waiting);
          reject(unavailable('The export was canceled.'));
          serve();
        };
        const settle = () => signal?.removeEventListener('abort', leave);
        const waiting: Waiting = {
          user,
          ...(onPosition ? { onPosition } : {}),
          grant() {
            settle();
            if (waiting.before !== undefined) onPosition?.(0);
            resolve(start(user));
          },
          refuse(error) {
            settle();
            reject(error);
          },
        };
        const own = line.filter((each) => each.user === user).length;
        if (own >= waitingPerUser)
          return reject(
            tooManyRequests('Too many of your exports are waiting. Please wait for one of them.', 10),
          );
        if (signal?.aborted) return leave();
        signal?.addEventListener('abort', leave, { once: true });
        line.push(waiting);
        serve();
      }),
    refuseWaiting() {
      const refused = line;
      line = [];
      for (const { refuse } of refused) refuse(unavailable());
    },
  };
};

import { setTimeout } from 'node:timers/promises';

/** The time between the signal to stop and the end of the port: requests are answered, but readiness says to send no more. */
export interface Drain {
  readonly hasBegun: () => boolean;
  /** Resolves when the port may close. */
  readonly run: () => Promise<void>;
}

export const createDrain = (seconds: number, wait: (ms: number) => Promise<unknown> = setTimeout): Drain => {
  let hasBegun = false;
  return {
    hasBegun: () => hasBegun,
    async run() {
      hasBegun = true;
      if (seconds > 0) await wait(seconds * 1000);
    },
  };
};

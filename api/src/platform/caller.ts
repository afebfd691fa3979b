import { AsyncLocalStorage } from 'node:async_hooks';

const callers = new AsyncLocalStorage<number | undefined>();

/** The user for whom work runs; undefined for the product's own work. */
export const currentCaller = (): number | undefined => callers.getStore();

/** The caller of scheduled work, which has time: people who wait for an answer go first. */
export const background = -1;

/** Runs work for a user, so that what it waits for is shared fairly among users. */
export const runFor = <T>(userId: number | undefined, work: () => T): T => callers.run(userId, work);

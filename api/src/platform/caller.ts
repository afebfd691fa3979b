import { AsyncLocalStorage } from 'node:async_hooks';

const callers = new AsyncLocalStorage<number | undefined>();

/** The user for whom work runs; undefined for the product's own work. */
export const currentCaller = (): number | undefined => callers.getStore();

/** The caller of scheduled work, which has time: people who wait for an answer go first. */
export const background = -1;

/** Runs work for a user, so that what it waits for is shared fairly among users. */
export const runFor = <T>(userId: number | undefined, work: () => T): T => callers.run(userId, work);

const held = new AsyncLocalStorage<boolean>();

/** Whether a session is taken by `holdForReader`. */
export const isHeldForReader = (): boolean => held.getStore() ?? false;

/**
 * Takes a session that mostly waits for the reader of an answer. It does not count towards the use of its user, who could
 * open no page until the reader has everything.
 */
export const holdForReader = <T>(takeSession: () => T): T => held.run(true, takeSession);

/** Told for how many seconds a session of the database was used. */
export type UseMeter = (seconds: number) => void;

const meters = new AsyncLocalStorage<UseMeter>();

export const currentMeter = (): UseMeter | undefined => meters.getStore();

/** Runs work whose use of the database is measured, also what goes on after the answer has begun. */
export const meterUse = <T>(meter: UseMeter, work: () => T): T => meters.run(meter, work);

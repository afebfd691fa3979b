/** Returns the current time; replaced in tests. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const secondsAfter = (instant: Date, seconds: number): Date =>
  new Date(instant.getTime() + seconds * 1000);

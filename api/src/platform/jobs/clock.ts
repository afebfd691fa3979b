/** Returns the current time; replaced in tests. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const daySeconds = 86_400;
export const dayMilliseconds = daySeconds * 1000;

/** A negative number is before the instant. */
export const secondsAfter = (instant: Date, seconds: number): Date =>
  new Date(instant.getTime() + seconds * 1000);

/** Days of 24 hours; a negative number is before the instant. */
export const daysAfter = (instant: Date, days: number): Date => secondsAfter(instant, days * daySeconds);

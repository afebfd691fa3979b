/**
 * The canonical name of an IANA time zone, such as 'Europe/Berlin' for 'europe/berlin'; undefined if there is no such zone.
 * An offset is none: it has no clock changes.
 */
export const canonicalTimeZone = (name: string): string | undefined => {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};

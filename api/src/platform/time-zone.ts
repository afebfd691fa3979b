/**
 * The name of an IANA time zone as it is spelled, such as 'Europe/Berlin' for 'europe/berlin'; undefined if there is no such
 * zone. Another name of a zone stays: V8 would turn 'Asia/Kolkata' into the former 'Asia/Calcutta'. An offset is no zone: it
 * has no clock changes.
 */
export const canonicalTimeZone = (name: string): string | undefined => {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
};

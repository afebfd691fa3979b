/** IANA names that the browser knows; it leaves out UTC. */
const timeZones: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time zone as an option of a field. */
export const zoneOption = (name: string) => ({ id: name, name: name.replaceAll('_', ' ') });
export const zoneOptions = timeZones.map(zoneOption);

/** IANA names that the browser knows; it leaves out UTC. */
export const timeZones: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

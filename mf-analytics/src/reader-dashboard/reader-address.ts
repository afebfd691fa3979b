// The reader in the route: an id, or an e-mail whose dots are written as '___'.

export const readerDashboard = '/analytics/reader-dashboard';

/** The id or e-mail of the route parameter; undefined if the address names no reader. */
export const readerOfAddress = (parameter: string | undefined): string | undefined => {
  if (!parameter) return undefined;
  return parameter.includes('@') ? parameter.replaceAll('___', '.') : parameter;
};

export const isEmail = (reader: string | undefined): boolean => reader?.includes('@') === true;

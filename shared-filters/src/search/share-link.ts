import { api } from '@readerlens/auth';

/** Mail and chat programs break longer URLs. */
export const maxAddressLength = 2000;

/**
 * A URL to share: that of the page, or a permalink if it is too long. `path` and `search` as in `location`. Rejects
 * with ApiError.
 */
export const shareLink = async (path: string, search: string): Promise<string> => {
  const address = `${location.origin}${path}${search}`;
  if (address.length <= maxAddressLength) return address;
  const { data } = await api('POST /api/permalinks', { body: { path, search } });
  return `${location.origin}/l/${data.id}`;
};

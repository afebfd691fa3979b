import { api } from '@readerlens/auth';

/** Mail programs and chats break addresses that are longer. */
export const longestAddress = 2000;

/**
 * An address of this product that can be passed on: the page's own one, or a short link where that is long.
 * `path` and `search` as in `location`. Rejects with ApiError.
 */
export const shareLink = async (path: string, search: string): Promise<string> => {
  const address = `${location.origin}${path}${search}`;
  if (address.length <= longestAddress) return address;
  const { data } = await api('POST /api/permalinks', { body: { path, search } });
  return `${location.origin}/l/${data.id}`;
};

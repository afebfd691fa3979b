const key = 'readerlens.preview';
const parameter = 'preview';

const isPreviewPair = (pair: string) => pair === parameter || pair.startsWith(`${parameter}=`);

/** Removes the token from the address, so that it does not get into history, bookmarks or reports. */
const takeFromAddress = (): string | undefined => {
  const { pathname, search, hash } = location;
  const pairs = search.slice(1).split('&');
  if (!pairs.some(isPreviewPair)) return undefined;
  const rest = pairs.filter((pair) => !isPreviewPair(pair)).join('&');
  history.replaceState(history.state, '', `${pathname}${rest ? `?${rest}` : ''}${hash}`);
  return new URLSearchParams(search).get(parameter) || undefined;
};

/** The token of this tab's preview: from the address, else from session storage. It survives reload and login. */
export const takePreviewToken = (): string | undefined => {
  const token = takeFromAddress();
  if (token) sessionStorage.setItem(key, token);
  return token ?? sessionStorage.getItem(key) ?? undefined;
};

export const forgetPreviewToken = () => sessionStorage.removeItem(key);

const key = 'readerlens.preview';
const parameter = 'preview';

const isOfPreview = (pair: string) => pair === parameter || pair.startsWith(`${parameter}=`);

/** Takes the token out of the address, so that it gets into no history, bookmark or report; the rest stays as it is. */
const takeFromAddress = (): string | undefined => {
  const { pathname, search, hash } = location;
  const pairs = search.slice(1).split('&');
  if (!pairs.some(isOfPreview)) return undefined;
  const rest = pairs.filter((pair) => !isOfPreview(pair)).join('&');
  history.replaceState(history.state, '', `${pathname}${rest ? `?${rest}` : ''}${hash}`);
  return new URLSearchParams(search).get(parameter) || undefined;
};

/** The token of this tab's preview: from the address, else the one that was kept. It survives reload and login. */
export const takePreviewToken = (): string | undefined => {
  const token = takeFromAddress();
  if (token) sessionStorage.setItem(key, token);
  return token ?? sessionStorage.getItem(key) ?? undefined;
};

export const forgetPreviewToken = () => sessionStorage.removeItem(key);

const key = 'readerlens.return-route';

/** Only paths of this application: never another origin, never a public page. */
export const isReturnable = (route: string | null | undefined): route is string =>
  typeof route === 'string' &&
  /^\/(?![/\\])/.test(route) &&
  !/^\/(login|error|set-password|register|forgot-password)\b/.test(route);

/** Remembers where to go after login, until the tab is closed. */
export const rememberRoute = (route: string | null | undefined) => {
  if (isReturnable(route)) sessionStorage.setItem(key, route);
};

export const forgetRoute = () => sessionStorage.removeItem(key);

/** Where to go after login, without clearing it. */
export const rememberedRoute = (): string => {
  const route = sessionStorage.getItem(key);
  return isReturnable(route) ? route : '/';
};

/** Where to go after login; cleared once read. */
export const takeReturnRoute = (): string => {
  const route = rememberedRoute();
  forgetRoute();
  return route;
};

import { getInstance } from '@module-federation/enhanced/runtime';

/**
 * Lets shared packages that could not be had be asked for again: the federation runtime keeps their failure for good.
 * One that is still on its way is not fetched twice, webpack knows of it.
 */
export const forgetFailedPackages = () => {
  const scopes = Object.values(getInstance()?.shareScopeMap ?? {});
  for (const versions of scopes.flatMap((scope) => Object.values(scope))) {
    for (const shared of Object.values(versions)) if (!shared.lib) shared.loading = null;
  }
};

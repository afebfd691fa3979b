import { publicPaths } from '@readerlens/contract/registry';
import { matchPath } from 'react-router-dom';

/** The pages without a session: the first page loads them only if it is one of them. */
export const loadPublicPages = () => import(/* webpackChunkName: "public-pages" */ './public-pages.ts');

export const isPublicPath = (pathname: string): boolean =>
  publicPaths.some((path) => matchPath(path, pathname) !== null);

import { matchesRoute } from '../area/route-patterns.ts';
import type { AreaStore } from '../store/area-store.ts';
import { readRegistry } from './switch.ts';

/**
 * Returns a function that checks whether a path is a screen of a deployed area. While the registry cannot be read, every
 * path is accepted: the page itself says when it does not exist.
 */
export const deployedScreens =
  (store: AreaStore, channel: string) =>
  async (path: string): Promise<boolean> => {
    try {
      const { areas } = await readRegistry(store, channel);
      return areas.some(({ routes }) => routes.some((route) => matchesRoute(route, path)));
    } catch {
      return true;
    }
  };

import type { AreaCanary } from '@readerlens/contract/registry';
import { toServedRegistry } from './registry-reader.ts';
import type { ServedRegistry } from './registry-reader.ts';

/** The canaries that run, by area, each with the deployed version that it is for. */
export type Canaries = ReadonlyMap<string, { readonly stable: string; readonly canary: AreaCanary }>;

/** How long a page waits for the database, which may be busy with the work of others. */
const waitMs = 250;

/**
 * Returns a function that reads the canaries. While they cannot be read in time, the last ones count: a page must not wait for
 * the database, and neither get a canary that was never there.
 */
export const canaryReader = (
  read: () => Promise<Canaries>,
  deadlineMs = waitMs,
): (() => Promise<Canaries>) => {
  let latest: Canaries = new Map();
  const refresh = async () => {
    latest = await read();
  };
  return async () => {
    const reading = refresh();
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, deadlineMs);
    });
    await Promise.race([reading, waited]).catch(() => {});
    clearTimeout(timer);
    reading.catch(() => {});
    return latest;
  };
};

/** The registry with the canaries of the versions that it has. Once another version is deployed, the canary is over. */
export const withCanaries = (served: ServedRegistry, canaries: Canaries): ServedRegistry => {
  if (canaries.size === 0) return served;
  const areas = served.registry.areas.map((area) => {
    const found = canaries.get(area.id);
    return found?.stable === area.version ? { ...area, canary: found.canary } : area;
  });
  return toServedRegistry({ areas });
};

/** The cookie in which a browser says which canaries it gets, as 'AREA.RELEASE AREA.RELEASE'. */
const cookieName = 'readerlens_canaries';

/** Whether a browser expects to get a canary, by its cookies. Only a hint: the page decides when it knows the person. */
export const expectsCanary = (
  cookies: string | undefined,
  area: string,
  { release }: AreaCanary,
): boolean => {
  const [, value = ''] = new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(cookies ?? '') ?? [];
  return value.split('%20').includes(`${area}.${release}`);
};

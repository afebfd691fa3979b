import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { searchKey, storedSearch } from '@readerlens/filters/model';
import { invalidInput, noSuchThing } from '../../platform/http/errors.ts';
import { createRateLimit } from '../../platform/http/rate-limit.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';

/** Whether a path is that of a screen. */
export type IsScreen = (path: string) => Promise<boolean>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Decorated by a server with an areas store; without one every path of this origin is accepted. */
    isScreen?: IsScreen;
  }
}

export interface Target {
  readonly path: string;
  readonly search: string;
}

/** 96 random bits, so that ids do not collide; letters, digits, '-' and '_'. */
const idLength = 16;
const linksPerHour = 60;
/** Characters; a search with 2,000 organizations still fits. */
const maxLength = 30_000;

/** The same for the same search, whatever the order of its filters. */
const buildId = ({ path, search }: Target): string => {
  const parameters = [...new URLSearchParams(search)].map(([name, value]) =>
    name === searchKey ? value.split(';').toSorted().join(';') : `${name}=${value}`,
  );
  const key = [path, ...parameters].join('\n');
  return createHash('sha256').update(key).digest('base64url').slice(0, idLength);
};

/** Browsers interpret some paths as another host, such as those with a backslash. */
const isOwnPage = ({ path, search }: Target): boolean => {
  const here = 'https://here.example';
  if (!URL.canParse(`${path}${search}`, here)) return false;
  const url = new URL(`${path}${search}`, here);
  return url.origin === here && url.pathname === path && url.hash === '';
};

/** Short links to screens with their search. In Blinded Mode typed text is neither stored nor returned. */
export const createPermalinks = (
  { db, catalogue }: Pick<Services, 'db' | 'catalogue'>,
  { isScreen = async () => true }: Pick<FastifyInstance, 'isScreen'>,
) => {
  const limit = createRateLimit(db, {
    name: 'permalinks',
    limit: linksPerHour,
    periodMs: 3_600_000,
    reason: `You created ${linksPerHour} links in the last hour.`,
  });

  const find = (id: string): Promise<Target | undefined> =>
    db.kysely.selectFrom('permalink').select(['path', 'search']).where('id', '=', id).executeTakeFirst();

  return {
    /** The id of the link. @throws AppError 400 for a path that is no screen or a search that is too long, 429 for too many links */
    async add(target: Target, { blinded, user }: Session): Promise<string> {
      if (!isOwnPage(target) || !(await isScreen(target.path))) {
        throw invalidInput('path', 'This is not a page of this product.');
      }
      const { path } = target;
      const search = storedSearch(target.search, { catalogue: await catalogue(), blinded });
      if (search.length > maxLength) {
        throw invalidInput('search', 'This search is too long for a link. You can save it instead.');
      }
      const id = buildId({ path, search });
      if (await find(id)) return id;
      await limit(String(user.id));
      await db.kysely
        .insertInto('permalink')
        .values({ id, path, search })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return id;
    },

    /** @throws AppError 404 */
    async get(id: string, { blinded }: Session): Promise<Target> {
      const target = await find(id);
      if (!target) throw noSuchThing('link');
      const { path, search } = target;
      return { path, search: storedSearch(search, { catalogue: await catalogue(), blinded }) };
    },
  };
};

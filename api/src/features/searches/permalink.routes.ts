import { createHash } from 'node:crypto';
import { badRequest, notFound } from '../../platform/http/errors.ts';
import type { Feature } from '../../core/services.ts';
import { route } from '../../platform/http/route.ts';

interface Target {
  readonly path: string;
  readonly search: string;
}

/** 96 random bits, so that ids do not collide; letters, digits, '-' and '_'. */
const idLength = 16;

const idOf = ({ path, search }: Target): string =>
  createHash('sha256').update(`${path}\n${search}`).digest('base64url').slice(0, idLength);

/** Browsers interpret some paths as another host, such as those with a backslash. */
const isOwnPage = ({ path, search }: Target): boolean => {
  const here = 'https://here.example';
  if (!URL.canParse(`${path}${search}`, here)) return false;
  const url = new URL(`${path}${search}`, here);
  return url.origin === here && url.pathname === path && url.hash === '';
};

export const permalinkRoutes: Feature = (scope, { db: { kysely } }) => {
  route(scope, 'POST /api/permalinks', {
    handler: async ({ body }) => {
      if (!isOwnPage(body)) {
        const message = 'This is not a page of this product.';
        throw badRequest(message, 'invalid_input', [{ path: 'path', message }]);
      }
      const id = idOf(body);
      await kysely
        .insertInto('permalink')
        .values({ id, ...body })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { data: { id } };
    },
  });

  // The page itself checks whether the user may see it.
  route(scope, 'GET /api/permalinks/{id}', {
    handler: async ({ params }) => {
      const data = await kysely
        .selectFrom('permalink')
        .select(['path', 'search'])
        .where('id', '=', params.id)
        .executeTakeFirst();
      if (!data) throw notFound('There is no such link.');
      return { data };
    },
  });
};

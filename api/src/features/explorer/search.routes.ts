import type { CallInput, Calls } from '@readerlens/contract';
import type { ActivityKey } from '../../activities/activity-key.ts';
import { readOrder } from '../../activities/activity-order.ts';
import { createSelectionExtents } from '../../activities/packed/selection-extents.ts';
import type { ReadExtent } from '../../activities/packed/selection-extents.ts';
import { readNamedLists } from '../../activities/account-lists/filtered-lists.ts';
import { selectEngagements } from '../../activities/select-engagements.ts';
import { route } from '../../platform/http/route.ts';
import type { ApiScope } from '../../platform/http/route.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { readActivityDetail, readOtherActivities } from './activity-detail.ts';
import { readEngagementRows } from '../../activities/engagement-rows.ts';
import { createCursors } from './list-cursor.ts';
import { readNextPlaces, readPage } from './read-page.ts';

type SearchBody = CallInput<Calls['POST /api/analytics/search']>['body'];
type PageBody = CallInput<Calls['POST /api/activities/page']>['body'];

const selectActivities = async (
  { catalogue, db }: Services,
  body: SearchBody | PageBody,
  { scope, blinded }: Session,
  now: Date,
) =>
  selectEngagements(body, {
    scope,
    blinded,
    catalogue: await catalogue(),
    now,
    form: 'search',
    lists: await readNamedLists(db.kysely, [body.filters]),
  });

const readRows = ({ db }: Services, keys: readonly ActivityKey[], session: Session) =>
  readEngagementRows(db.kysely, keys, session);

const search = async (
  services: Services,
  body: SearchBody,
  { session, readExtent }: { session: Session; readExtent: ReadExtent },
) => {
  const { page = 1, size = 50, sort } = body;
  const selection = await selectActivities(services, body, session, new Date());
  const { total, keys } = await readPage(services.db.kysely, {
    selection,
    readExtent,
    order: readOrder(sort, session),
    page,
    size,
  });
  return { items: await readRows(services, keys, session), total, page, pageSize: size };
};

/** Continues behind the last activity of the preceding page: neither skips nor repeats one if others are added. */
const nextPage = async (
  services: Services,
  body: PageBody,
  { session, readExtent }: { session: Session; readExtent: ReadExtent },
) => {
  const { limit = 100, cursor, ...request } = body;
  const cursors = createCursors(services.secrets, request);
  const start = cursor === undefined ? undefined : cursors.read(cursor);
  const startedAt = start?.startedAt ?? new Date();
  const selection = await selectActivities(services, body, session, startedAt);
  const places = await readNextPlaces(services.db.kysely, {
    selection,
    readExtent,
    after: start?.place,
    size: limit + 1,
  });
  const page = places.slice(0, limit);
  const place = places.length > limit ? page.at(-1) : undefined;
  return {
    items: await readRows(services, page, session),
    cursor: place ? cursors.write({ startedAt, place }) : null,
  };
};

export const searchRoutes = (scope: ApiScope, services: Services): void => {
  const readExtent = createSelectionExtents(services.db);
  route(scope, 'POST /api/analytics/search', {
    handler: async ({ body, session }) => {
      const found = await search(services, body, { session, readExtent });
      return { data: found, ...found };
    },
  });
  route(scope, 'POST /api/activities/page', {
    handler: async ({ body, session }) => ({ data: await nextPage(services, body, { session, readExtent }) }),
  });
  for (const call of [
    'GET /api/analytics/search-details/{type}/{id}',
    'GET /api/analytics/search-details/individual-activity/{type}/{id}',
  ] as const)
    route(scope, call, {
      handler: async ({ params, session }) => ({
        data: await readActivityDetail(services.db.kysely, params, session, new Date()),
      }),
    });
  route(scope, 'GET /api/analytics/reader-activities/{type}/{id}', {
    handler: async ({ params, session }) => ({
      data: await readOtherActivities(services.db.kysely, params, session, new Date()),
    }),
  });
};

import { readerSizes, timelineSize } from '@readerlens/contract/readers';
import { createDimensionNamesSource } from '../../core/activities/dimension-names.ts';
import { createPostgresEngagementStore } from '../../core/activities/postgres-engagement-store.ts';
import { createRankings } from '../../core/activities/rankings.ts';
import type { EngagementRequest } from '../../core/activities/select-engagements.ts';
import { selectionWhere } from '../../core/activities/selection.ts';
import type { EngagementSelection } from '../../core/activities/selection.ts';
import { latestActivities, timelinePart } from '../../core/dashboards/activity-list.ts';
import { createDashboardService, fieldOf } from '../../core/dashboards/dashboard.service.ts';
import { dashboardSelector } from '../../core/dashboards/select-dashboard.ts';
import { createSubjects } from '../../core/dashboards/subjects.ts';
import { readTopReaders } from '../../core/dashboards/top-readers.ts';
import type { Session } from '../../core/people/session.ts';
import type { Feature } from '../../core/services.ts';
import { route } from '../../platform/http/route.ts';
import { categoryField, readerRequest } from './reader-path.ts';
import type { ReaderPath } from './reader-path.ts';

const dashboard = 'POST /api/reader-dashboard';
const ofPath = 'GET /api/reader-dashboard/{companyIds}';

/** Only customer requests, and none if the filters exclude them. */
const customerRequests = (selection: EngagementSelection): EngagementSelection => ({
  ...selection,
  activityTypes: selection.activityTypes.filter((type) => type === 'CustomerRequest'),
});

const isEmptyList = (list: readonly unknown[]): boolean => list.length === 0;

export const readerRoutes: Feature = (scope, { db, catalogue }) => {
  const figures = createDashboardService({
    store: createPostgresEngagementStore(db),
    names: createDimensionNamesSource(db),
  });
  const { kysely } = db;
  const rankings = createRankings(db);
  const subjects = createSubjects(db);
  const select = dashboardSelector(catalogue);

  /** Reads figures of the reader of a request, who must be one that the caller may see. */
  const ofReader = async <T>(
    request: EngagementRequest & { readonly readerId: string },
    session: Session,
    read: (selection: EngagementSelection) => Promise<T>,
    isEmpty: (figures: T) => boolean,
  ): Promise<T> => {
    const selection = await select(request, session);
    return subjects.figures(request, session.scope, { read: () => read(selection), isEmpty });
  };

  const recent = (
    request: EngagementRequest & { readonly readerId: string },
    session: Session,
    size: number,
    narrowed: (selection: EngagementSelection) => EngagementSelection = (selection) => selection,
  ) =>
    ofReader(
      request,
      session,
      (selection) => latestActivities(kysely, selectionWhere(narrowed(selection)), size, session),
      isEmptyList,
    );

  /** The reader and clients of a path as filters. The clients are checked first, as in the calls with filters. */
  const requestOf = async (
    path: ReaderPath,
    options: { qualities?: string | undefined; isGated?: true },
    session: Session,
  ) => {
    const request = readerRequest(path, options);
    await select(request, session);
    const { id } = await subjects.reader(path.idOrEmail, session);
    return { ...request, readerId: String(id) };
  };

  for (const [call, options] of [
    [`${ofPath}/recent-gated/{idOrEmail}/{size}`, { isGated: true }],
    [`${ofPath}/recent-active/{idOrEmail}/{size}`, {}],
  ] as const)
    route(scope, call, {
      handler: async ({ params, query, session }) => ({
        data: await recent(await requestOf(params, { ...query, ...options }, session), session, params.size),
      }),
    });
  route(scope, `${ofPath}/by-category/{idOrEmail}/{category}/{from}/{to}`, {
    handler: async ({ params, query, session }) => {
      const field = categoryField(params.category);
      const request = await requestOf(params, query, session);
      const selection = await select(request, session);
      return { data: await figures.sharesOf(selection, field, readerSizes.category) };
    },
  });

  route(scope, `${dashboard}/most-active-reader`, {
    handler: async ({ body, session }) => {
      const [row = null] = await readTopReaders(
        { kysely, rankings },
        await select(body, session),
        1,
        session,
      );
      return { data: row };
    },
  });
  route(scope, `${dashboard}/recent-activities`, {
    handler: async ({ body, session }) => ({
      data: await recent(body, session, body.size ?? readerSizes.recent),
    }),
  });
  route(scope, `${dashboard}/recent-customer-requests`, {
    handler: async ({ body, session }) => ({
      data: await recent(body, session, body.size ?? readerSizes.recent, customerRequests),
    }),
  });
  route(scope, `${dashboard}/share-by-buyersjourney`, {
    handler: async ({ body, session }) => ({
      data: await ofReader(
        body,
        session,
        (selection) => figures.stagesByMonth(selection),
        (months) => months.every(({ value }) => Object.values(value).every((count) => count === 0)),
      ),
    }),
  });
  route(scope, `${dashboard}/by-field/{field}`, {
    handler: async ({ body, params, session }) => {
      const field = fieldOf(params.field);
      const { size = readerSizes.category } = body;
      const read = (selection: EngagementSelection) => figures.sharesOf(selection, field, size);
      return { data: await ofReader(body, session, read, isEmptyList) };
    },
  });
  route(scope, `${dashboard}/timeline`, {
    handler: async ({ body, session }) => {
      const { size = timelineSize, after } = body;
      const { items, next } = await ofReader(
        body,
        session,
        (selection) => timelinePart(kysely, selectionWhere(selection), { size, after }, session),
        (part) => isEmptyList(part.items),
      );
      return { data: items, next };
    },
  });
};

import { readerSizes } from '@readerlens/contract/readers';
import type { EngagementRequest } from '../../core/activities/select-engagements.ts';
import { selectionWhere } from '../../core/activities/selection.ts';
import type { EngagementSelection } from '../../core/activities/selection.ts';
import { latestActivities } from '../../core/dashboards/activity-list.ts';
import { fieldOf } from '../../core/dashboards/dashboard.service.ts';
import { createSubjectDashboard, isEmptyList } from '../../core/dashboards/subject-dashboard.ts';
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

export const readerRoutes: Feature = (scope, services) => {
  const { kysely } = services.db;
  const { figures, rankings, subjects, select, ofSubject, timeline } = createSubjectDashboard(services);

  const recent = (
    request: EngagementRequest & { readonly readerId: string },
    session: Session,
    size: number,
    narrowed: (selection: EngagementSelection) => EngagementSelection = (selection) => selection,
  ) =>
    ofSubject(
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
      data: await ofSubject(
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
      return { data: await ofSubject(body, session, read, isEmptyList) };
    },
  });
  route(scope, `${dashboard}/timeline`, {
    handler: ({ body, session }) => timeline(body, session),
  });
};

import { documentSegments } from '@readerlens/contract';
import type { DocumentSegment } from '@readerlens/contract';
import { createDimensionNamesSource } from '../../core/activities/dimension-names.ts';
import { createPostgresEngagementStore } from '../../core/activities/postgres-engagement-store.ts';
import { dashboardSelector } from '../../core/dashboards/select-dashboard.ts';
import { notFound } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { ApiScope } from '../../platform/http/route.ts';
import type { Services } from '../../core/services.ts';
import { createDashboardService, fieldOf } from '../../core/dashboards/dashboard.service.ts';

const defaultSize = { field: 8, documents: 25 } as const;

const segmentOf = (name: string): DocumentSegment => {
  const segment = documentSegments.find((known) => known === name.toLowerCase());
  if (!segment) throw notFound(`There are no document counts for '${name}'.`);
  return segment;
};

const clientDashboard = 'POST /api/client-dashboard';
const overview = 'POST /api/content-overview-dashboard';

export const dashboardRoutes = (scope: ApiScope, { db, catalogue }: Services): void => {
  const dashboard = createDashboardService({
    store: createPostgresEngagementStore(db),
    names: createDimensionNamesSource(db),
  });
  const select = dashboardSelector(catalogue);

  route(scope, `${clientDashboard}/stats`, {
    handler: async ({ body, session }) => ({ data: await dashboard.stats(await select(body, session)) }),
  });
  route(scope, `${clientDashboard}/by-month`, {
    handler: async ({ body, session }) => ({ data: await dashboard.byMonth(await select(body, session)) }),
  });
  route(scope, `${clientDashboard}/unique-by-month`, {
    handler: async ({ body, session }) => ({
      data: await dashboard.uniqueByMonth(await select(body, session)),
    }),
  });
  route(scope, `${clientDashboard}/by-source`, {
    handler: async ({ body, session }) => ({ data: await dashboard.bySource(await select(body, session)) }),
  });
  route(scope, `${clientDashboard}/unique-by-source`, {
    handler: async ({ body, session }) => ({
      data: await dashboard.uniqueBySource(await select(body, session)),
    }),
  });
  route(scope, `${clientDashboard}/by-field/{field}`, {
    handler: async ({ body, params, session }) => {
      const field = fieldOf(params.field);
      const { size = defaultSize.field } = body;
      return { data: await dashboard.byField(await select(body, session), field, size) };
    },
  });
  route(scope, `${clientDashboard}/top-documents`, {
    handler: async ({ body, session }) => {
      const { size = defaultSize.documents } = body;
      const { blinded } = session;
      return { data: await dashboard.topDocuments(await select(body, session), { size, blinded }) };
    },
  });
  route(scope, `${overview}/doc-count`, {
    handler: async ({ body, session }) => {
      const total = await dashboard.availableDocuments(await select(body, session));
      return { data: { total }, total };
    },
  });
  route(scope, `${overview}/activities-with-docs-count`, {
    handler: async ({ body, session }) => {
      const { excludeInactiveDocs = true } = body;
      const selection = await select(body, session);
      const total = await (excludeInactiveDocs
        ? dashboard.engagedDocuments(selection)
        : dashboard.availableDocuments(selection));
      return { data: { total }, total };
    },
  });
  route(scope, `${overview}/doc-count-by-buyers-journey-and-age`, {
    handler: async ({ body, session }) => ({
      data: await dashboard.documentsByStageAndAge(await select(body, session)),
    }),
  });
  route(scope, `${overview}/doc-count-by-{segment}`, {
    handler: async ({ body, params, session }) => {
      const segment = segmentOf(params.segment);
      return { data: await dashboard.documentsBy(await select(body, session), segment) };
    },
  });
  route(scope, `${overview}/top-documents-unique-readers`, {
    handler: async ({ body, session }) => {
      const { size = defaultSize.documents } = body;
      const { blinded } = session;
      return { data: await dashboard.topDocumentsByReaders(await select(body, session), { size, blinded }) };
    },
  });
};

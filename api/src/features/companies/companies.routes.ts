import { companySizes, timelineSize } from '@readerlens/contract/readers';
import { createDimensionNamesSource } from '../../core/activities/dimension-names.ts';
import { createPostgresEngagementStore } from '../../core/activities/postgres-engagement-store.ts';
import { createRankings } from '../../core/activities/rankings.ts';
import type { EngagementRequest } from '../../core/activities/select-engagements.ts';
import { selectionWhere } from '../../core/activities/selection.ts';
import type { EngagementSelection } from '../../core/activities/selection.ts';
import { timelinePart } from '../../core/dashboards/activity-list.ts';
import { createDashboardService, fieldOf } from '../../core/dashboards/dashboard.service.ts';
import { readerOrgOf } from '../../core/dashboards/organisation-view.ts';
import { dashboardSelector } from '../../core/dashboards/select-dashboard.ts';
import { createSubjects } from '../../core/dashboards/subjects.ts';
import { readTopReaders } from '../../core/dashboards/top-readers.ts';
import type { Session } from '../../core/people/session.ts';
import type { Feature } from '../../core/services.ts';
import { idOf } from '../../platform/http/ids.ts';
import { route } from '../../platform/http/route.ts';
import { organisationRank, similarOrganisations } from './compare-organisations.ts';

const dashboard = 'POST /api/reader-co-dashboard';

type OrganisationRequest = EngagementRequest & { readonly orgId: string };

const isEmptyList = (list: readonly unknown[]): boolean => list.length === 0;
const isZero = (count: number): boolean => count === 0;

export const companyRoutes: Feature = (scope, { db, catalogue }) => {
  const figures = createDashboardService({
    store: createPostgresEngagementStore(db),
    names: createDimensionNamesSource(db),
  });
  const { kysely } = db;
  const rankings = createRankings(db);
  const subjects = createSubjects(db);
  const select = dashboardSelector(catalogue);

  /** Reads figures of the organization of a request, which must be one that the caller may see. */
  const ofOrganisation = async <T>(
    request: OrganisationRequest,
    session: Session,
    read: (selection: EngagementSelection) => Promise<T>,
    isEmpty: (figures: T) => boolean,
  ): Promise<T> => {
    const selection = await select(request, session);
    return subjects.figures(request, session.scope, { read: () => read(selection), isEmpty });
  };

  /** The selection with all organizations, and the one that is compared with them. */
  const amongAll = async ({ orgId, ...request }: OrganisationRequest, session: Session) => ({
    selection: await select(request, session),
    id: idOf(orgId) ?? 0,
  });

  route(scope, `${dashboard}/total-engagements-count`, {
    handler: async ({ body, session }) => {
      const read = async (selection: EngagementSelection) => (await figures.stats(selection)).totalLeads;
      const total = await ofOrganisation(body, session, read, isZero);
      return { data: { total }, total };
    },
  });
  route(scope, `${dashboard}/total-unique-user-engagements-count`, {
    handler: async ({ body, session }) => {
      const read = async (selection: EngagementSelection) => (await figures.stats(selection)).uniquePeople;
      const total = await ofOrganisation(body, session, read, isZero);
      return { data: { total }, total };
    },
  });
  route(scope, `${dashboard}/most-active-org`, {
    handler: async ({ body, session }) => {
      const order = { field: 'activitiesCount', descending: true, blinded: session.blinded } as const;
      const [first] = (await rankings.organisations(await select(body, session), order, 1)).rows;
      return { data: first ? readerOrgOf(first, session) : null };
    },
  });
  route(scope, `${dashboard}/engagements-by-field/{field}`, {
    handler: async ({ body, params, session }) => {
      const field = fieldOf(params.field);
      const { size = companySizes.category } = body;
      const read = (selection: EngagementSelection) => figures.sharesOf(selection, field, size);
      return { data: await ofOrganisation(body, session, read, isEmptyList) };
    },
  });
  route(scope, `${dashboard}/engagements-over-time`, {
    handler: async ({ body, session }) => ({
      data: await ofOrganisation(
        body,
        session,
        (selection) => figures.byMonth(selection),
        (months) => months.every(({ value }) => value.primary + value.secondary === 0),
      ),
    }),
  });
  route(scope, `${dashboard}/engagements-by-buyersjourney`, {
    handler: async ({ body, session }) => {
      const read = (selection: EngagementSelection) =>
        figures.sharesOf(selection, 'BuyersJourneyStage', companySizes.category);
      return { data: await ofOrganisation(body, session, read, isEmptyList) };
    },
  });
  route(scope, `${dashboard}/most-active-readers`, {
    handler: async ({ body, session }) => {
      const { size = companySizes.readers } = body;
      const read = (selection: EngagementSelection) =>
        readTopReaders({ kysely, rankings }, selection, size, session);
      return { data: await ofOrganisation(body, session, read, isEmptyList) };
    },
  });
  route(scope, `${dashboard}/most-read-content`, {
    handler: async ({ body, session }) => {
      const { size = companySizes.content } = body;
      const documents = await ofOrganisation(
        body,
        session,
        (selection) => figures.topDocuments(selection, size),
        isEmptyList,
      );
      return {
        data: documents.map(({ id, name, value, customFields }) => ({
          id,
          title: name,
          contentType: customFields.contentType,
          buyersJourneyStage: customFields.buyersJourneyStage,
          totalUniqueReaders: customFields.uniqueReaders,
          totalEngagements: value,
          documentUrl: customFields.documentUrl,
        })),
      };
    },
  });
  route(scope, `${dashboard}/rank`, {
    handler: async ({ body, session }) => {
      const { selection, id } = await amongAll(body, session);
      const read = () => organisationRank(rankings, selection, id, session);
      const isEmpty = ({ rank }: Awaited<ReturnType<typeof read>>) => rank === null;
      return { data: await subjects.figures(body, session.scope, { read, isEmpty }) };
    },
  });
  route(scope, `${dashboard}/similar-orgs`, {
    handler: async ({ body, session }) => {
      const { selection, id } = await amongAll(body, session);
      const { size = companySizes.similar } = body;
      const read = () => similarOrganisations(rankings, selection, { id, size }, session);
      const isEmpty = ({ ownDocuments }: Awaited<ReturnType<typeof read>>) => ownDocuments === 0;
      const { rows, ownDocuments } = await subjects.figures(body, session.scope, { read, isEmpty });
      return { data: rows, ownDocuments };
    },
  });
  route(scope, `${dashboard}/timeline`, {
    handler: async ({ body, session }) => {
      const { size = timelineSize, after } = body;
      const { items, next } = await ofOrganisation(
        body,
        session,
        (selection) => timelinePart(kysely, selectionWhere(selection), { size, after }, session),
        (part) => isEmptyList(part.items),
      );
      return { data: items, next };
    },
  });
};

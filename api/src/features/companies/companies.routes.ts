import { companySizes } from '@readerlens/contract/readers';
import type { EngagementRequest } from '../../core/activities/select-engagements.ts';
import type { EngagementSelection } from '../../core/activities/selection.ts';
import { fieldOf } from '../../core/dashboards/dashboard.service.ts';
import { readerOrgOf } from '../../core/dashboards/organisation-view.ts';
import { createSubjectDashboard, isEmptyList } from '../../core/dashboards/subject-dashboard.ts';
import { readTopReaders } from '../../core/dashboards/top-readers.ts';
import type { Session } from '../../core/people/session.ts';
import type { Feature } from '../../core/services.ts';
import { idOf } from '../../platform/http/ids.ts';
import { route } from '../../platform/http/route.ts';
import { organisationRank, similarOrganisations } from './compare-organisations.ts';

const dashboard = 'POST /api/reader-co-dashboard';

type OrganisationRequest = EngagementRequest & { readonly orgId: string };

const isZero = (count: number): boolean => count === 0;

export const companyRoutes: Feature = (scope, services) => {
  const { kysely } = services.db;
  const { figures, rankings, subjects, select, ofSubject, timeline } = createSubjectDashboard(services);

  /** The selection with all organizations, and the one that is compared with them. */
  const amongAll = async ({ orgId, ...request }: OrganisationRequest, session: Session) => ({
    selection: await select(request, session),
    id: idOf(orgId) ?? 0,
  });

  route(scope, `${dashboard}/total-engagements-count`, {
    handler: async ({ body, session }) => {
      const read = async (selection: EngagementSelection) => (await figures.stats(selection)).totalLeads;
      const total = await ofSubject(body, session, read, isZero);
      return { data: { total }, total };
    },
  });
  route(scope, `${dashboard}/total-unique-user-engagements-count`, {
    handler: async ({ body, session }) => {
      const read = async (selection: EngagementSelection) => (await figures.stats(selection)).uniquePeople;
      const total = await ofSubject(body, session, read, isZero);
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
      return { data: await ofSubject(body, session, read, isEmptyList) };
    },
  });
  route(scope, `${dashboard}/engagements-over-time`, {
    handler: async ({ body, session }) => ({
      data: await ofSubject(
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
      return { data: await ofSubject(body, session, read, isEmptyList) };
    },
  });
  route(scope, `${dashboard}/most-active-readers`, {
    handler: async ({ body, session }) => {
      const { size = companySizes.readers } = body;
      const read = (selection: EngagementSelection) =>
        readTopReaders({ kysely, rankings }, selection, size, session);
      return { data: await ofSubject(body, session, read, isEmptyList) };
    },
  });
  route(scope, `${dashboard}/most-read-content`, {
    handler: async ({ body, session }) => {
      const { size = companySizes.content } = body;
      const documents = await ofSubject(
        body,
        session,
        (selection) => figures.topDocuments(selection, { size, blinded: session.blinded }),
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
    handler: ({ body, session }) => timeline(body, session),
  });
};

import { maxOrgRows } from '@readerlens/contract/most-active';
import { canonicalQuery } from '@readerlens/contract/text';
import { previousRange } from '@readerlens/filters/model';
import { createRankings } from '../../core/activities/rankings.ts';
import type { Figures } from '../../core/activities/rankings.ts';
import type { EngagementSelection } from '../../core/activities/selection.ts';
import { organisationView, seesTypes } from '../../core/dashboards/organisation-view.ts';
import { readReaderRows } from '../../core/dashboards/reader-rows.ts';
import { dashboardSelector } from '../../core/dashboards/select-dashboard.ts';
import type { Feature } from '../../core/services.ts';
import { route } from '../../platform/http/route.ts';
import { createMostActiveExports } from './most-active-export.ts';
import { organisationOrder, readerOrder } from './order.ts';

const companies = 'POST /api/most-active-cos';
const readers = 'POST /api/most-active-readers';

const previousOf = (selection: EngagementSelection): EngagementSelection => ({
  ...selection,
  range: previousRange(selection.range),
});

/** The figures of the previous period of a row. */
const comparedWith = (figures: ReadonlyMap<number, Figures> | undefined, id: number) => {
  if (!figures) return {};
  const before = figures.get(id);
  return {
    previousRank: before?.rank ?? null,
    previousActivities: before?.engagements ?? 0,
    isNew: before === undefined,
  };
};

export const mostActiveRoutes: Feature = (scope, services) => {
  const { db, catalogue } = services;
  const rankings = createRankings(db);
  const select = dashboardSelector(catalogue);
  const exports = createMostActiveExports(services, rankings);

  route(scope, companies, {
    handler: async ({ body, session }) => {
      const { sort, comparePrevious = false, ...request } = body;
      const selection = await select(request, session);
      const order = organisationOrder(sort, session);
      const [{ rows, total }, before] = await Promise.all([
        rankings.organisations(selection, order, maxOrgRows),
        comparePrevious ? rankings.organisationFigures(previousOf(selection)) : undefined,
      ]);
      const data = rows.map((row) => {
        const { id, name, companyUrl, companyType } = organisationView(row, session);
        return {
          orgId: id,
          orgName: name,
          companyUrl,
          rank: row.rank,
          usersCount: row.readers,
          uniqueReaders: row.readers,
          activitiesCount: row.engagements,
          companyType,
          ...comparedWith(before, row.id),
        };
      });
      return { data, total };
    },
  });
  route(scope, `${companies}/summary`, {
    handler: async ({ body, session }) => {
      const {
        organisations,
        readers: users,
        ...counts
      } = await rankings.summary(await select(body, session));
      return {
        data: {
          orgsCount: organisations,
          usersCount: users,
          initialActivitiesCount: counts.initial,
          subsequentActivitiesCount: counts.subsequent,
          activitiesWithoutOrgCount: counts.withoutOrganisation,
        },
      };
    },
  });
  route(scope, `${companies}/orgtypechartdata`, {
    handler: async ({ body, session }) => {
      const selection = await select(body, session);
      if (!seesTypes(session)) return { data: [], total: 0, withoutType: 0 };
      const { rows, total } = await rankings.byType(selection);
      const data = rows
        .flatMap(({ type, count }) => (type === null ? [] : [{ companyType: type, activitiesCount: count }]))
        .sort((a, b) => b.activitiesCount - a.activitiesCount || a.companyType.localeCompare(b.companyType));
      return { data, total, withoutType: rows.find(({ type }) => type === null)?.count ?? 0 };
    },
  });
  route(scope, readers, {
    handler: async ({ body, session }) => {
      const { sort, comparePrevious = false, page = 1, size = 10, ...request } = body;
      const selection = await select(request, session);
      const order = readerOrder(sort, session);
      const { rows, total } = await rankings.readers(selection, order, { size, offset: (page - 1) * size });
      const ids = rows.map(({ id }) => id);
      const [latest, before] = await Promise.all([
        rankings.latest(selection, rows),
        comparePrevious ? rankings.readerFigures(previousOf(selection), ids) : undefined,
      ]);
      const shown = await readReaderRows(db.kysely, rows, latest, session);
      const data = shown.map((row) => ({ ...row, ...comparedWith(before, Number(row.readerId)) }));
      return { data, total, page, pageSize: size };
    },
  });
  route(scope, `${companies}/export`, {
    handler: async ({ body, session, reply }) => {
      const { sort, text = '', ...request } = body;
      const selection = await select(request, session);
      return exports.companies(
        { request, selection, order: organisationOrder(sort, session), text: canonicalQuery(text) },
        session,
        reply,
      );
    },
  });
  route(scope, `${readers}/export`, {
    handler: async ({ body, session, reply }) => {
      const { sort, ...request } = body;
      const selection = await select(request, session);
      return exports.readers({ request, selection, order: readerOrder(sort, session) }, session, reply);
    },
  });
};

import { mediaSourceOptions } from '@readerlens/contract';
import { activityFields, readerOrgsLookup } from '@readerlens/filters/model';
import { forbidden, unknownAddress } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { ApiScope } from '../../platform/http/route.ts';
import type { Services } from '../../people/services.ts';
import type { Session, Viewer } from '../../people/session.ts';
import { findOwner } from '../../people/owner.ts';
import { businessGroupsOfClients } from './business-groups.ts';
import { createClientLookup } from '../../activities/lookups/client-lookup.ts';
import { findCommunities } from '../../activities/lookups/community-lookup.ts';
import { createStateLookup, dimensionRows } from '../../activities/lookups/dimension-lookup.ts';
import type { DimensionName } from '../../activities/lookups/dimension-lookup.ts';
import { parseIdList, named, parseIds } from '../../people/named.ts';
import type { Named } from '../../people/named.ts';
import { createOrganisationLookup } from '../../activities/lookups/organisation-lookup.ts';
import { createSubjectLookup } from '../../activities/lookups/subject-lookup.ts';
import { analystTags } from '../../activities/lookups/tag-lookup.ts';
import { createUserProxy } from './user-proxy.ts';

/** The viewer of a lookup: the caller, or another user if the caller may. Blinded if the caller is. */
const findViewer = async (
  session: Session,
  userId: string | undefined,
  services: Services,
): Promise<Viewer> => {
  if (userId === undefined) return session;
  const { scope } = await findOwner(userId, session, services);
  return { scope, blinded: session.blinded };
};

const clientRoutes = (scope: ApiScope, services: Services): void => {
  const clients = createClientLookup(services.db);

  route(scope, 'GET /api/cms/companies', {
    handler: async ({ query, session }) => ({
      data: named(await clients.containing(query.q ?? '', await findViewer(session, query.userId, services))),
    }),
  });
  route(scope, 'GET /api/cms/companies/by-name-or-id-starting-with', {
    handler: async ({ query, session }) => ({
      data: named(
        await clients.startingWith(query.q ?? '', await findViewer(session, query.userId, services)),
      ),
    }),
  });
  route(scope, 'GET /api/cms/companies/by-ids', {
    handler: async ({ query, session }) => ({
      data: named(
        await clients.byIds(parseIdList(query.ids), await findViewer(session, query.userId, services)),
      ),
    }),
  });
};

const subjectRoutes = (scope: ApiScope, { db }: Services): void => {
  const subjects = createSubjectLookup(db);

  route(scope, 'GET /api/lookups/readers', {
    handler: async ({ query, session }) => {
      const rows = await subjects.readers(query.q, session);
      const data = rows.map(({ readerId, userIdOrEmail, name, company, jobTitle, clientIds }) => ({
        readerId,
        userIdOrEmail,
        name,
        company,
        jobTitle,
        clientIds,
      }));
      return { data };
    },
  });
  route(scope, 'GET /api/lookups/organizations', {
    handler: async ({ query, session }) => {
      const found = await subjects.organisations(query.q, session);
      return {
        data: found.map(({ id, name, companyUrl, clientIds }) => ({ id, name, companyUrl, clientIds })),
      };
    },
  });
};

const dimensionRoutes = (scope: ApiScope, services: Services): void => {
  const { db } = services;
  const states = createStateLookup(db);
  const same = (names: readonly string[]): Named[] => names.map((name) => ({ id: name, name }));
  const answering = (name: DimensionName) => ({
    handler: async ({ session }: { session: Session }) => ({
      data: named(await dimensionRows(db, name, session)),
    }),
  });

  route(scope, 'GET /api/common-lookup/onlines', {
    handler: async ({ query, session }) => {
      const viewer = await findViewer(session, query.userId, services);
      const clientIds = query.companyIds === undefined ? undefined : parseIdList(query.companyIds);
      return { data: await findCommunities(db, viewer.scope, clientIds) };
    },
  });
  route(scope, 'GET /api/common-lookup/countries', answering('countries'));
  route(scope, 'GET /api/common-lookup/newsletters', answering('newsletters'));
  route(scope, 'GET /api/common-lookup/businessgroups', answering('businessgroups'));
  route(scope, 'GET /api/common-lookup/regions', answering('regions'));
  route(scope, 'GET /api/filter-lookups/document-types', answering('document-types'));
  route(scope, 'GET /api/filter-lookups/content-topics', answering('content-topics'));
  route(scope, 'GET /api/common-lookup/states', { handler: async () => ({ data: same(await states()) }) });
  route(scope, 'GET /api/filter-lookups/media-sources', {
    handler: () => ({ data: same(Object.keys(mediaSourceOptions)) }),
  });
};

const tagRoutes = (scope: ApiScope, services: Services): void => {
  const { db } = services;
  route(scope, 'POST /api/filter-lookups/cms/tags', {
    handler: async ({ body: { cIds = [], ids = [], userId }, session }) => {
      const viewer = await findViewer(session, userId, services);
      return { data: named(await analystTags(db, { clientIds: parseIds([...cIds, ...ids]) }, viewer)) };
    },
  });
  route(scope, 'GET /api/filter-lookups/cms/tags/{field}', {
    handler: async ({ params, query, session }) => {
      if (params.field !== 'AnalystTags') throw unknownAddress();
      return { data: named(await analystTags(db, {}, await findViewer(session, query.userId, services))) };
    },
  });
};

const bucketsPath = 'client/client-org-buckets-by-client-ids';

const proxyRoutes = (scope: ApiScope, services: Services): void => {
  const { db } = services;
  const userProxy = createUserProxy(services);

  route(scope, 'GET /api/user-proxy', {
    handler: async ({ query, session }) => ({ data: await userProxy(query, session) }),
  });
  route(scope, 'POST /api/user-proxy', {
    handler: async ({ body, query, session, request }) => {
      if (query.path !== bucketsPath) throw unknownAddress();
      try {
        return { data: named(await businessGroupsOfClients(db, parseIds(body), session.scope)) };
      } catch (error) {
        // A form without its extra fields is better than none.
        request.log.error(error, 'Organization buckets could not be read.');
        return { data: [] };
      }
    },
  });
};

/** Fits two thousand names of 300 characters, up to four bytes each. */
const namesLimit = 3 * 1024 * 1024;

const organisationRoutes = (scope: ApiScope, { db }: Services): void => {
  const organisations = createOrganisationLookup(db);

  route(scope, 'POST /api/program-performance/roi/reader-orgs', {
    bodyLimit: namesLimit,
    handler: async ({ body, session }) => {
      if (!session.scope.searchFields.has(readerOrgsLookup.field)) throw forbidden();
      const found = await organisations.byNames(body.Names, session);
      const answer = { lookups: named(found.lookups), unmatchedNames: [...found.unmatchedNames] };
      return { data: answer, ...answer };
    },
  });
};

const fieldRoutes = (scope: ApiScope, services: Services): void => {
  const { catalogue } = services;

  route(scope, 'GET /api/activity-fields', {
    handler: async () => ({ data: activityFields(await catalogue()) }),
  });
  route(scope, 'GET /api/activity-fields/{userId}', {
    handler: async ({ params, session }) => {
      const { scope: seen } = await findOwner(params.userId, session, services);
      const fields = activityFields(await catalogue());
      return { data: fields.filter(({ field }) => seen.searchFields.has(field)) };
    },
  });
};

export const lookupRoutes = (scope: ApiScope, services: Services): void => {
  const all = [
    clientRoutes,
    subjectRoutes,
    dimensionRoutes,
    tagRoutes,
    proxyRoutes,
    organisationRoutes,
    fieldRoutes,
  ];
  for (const add of all) add(scope, services);
};

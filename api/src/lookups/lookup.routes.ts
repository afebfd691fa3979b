import { mediaSourceOptions } from '@readerlens/contract';
import { activityFields, readerOrgsLookup } from '@readerlens/filters/model';
import { forbidden } from '../platform/errors.ts';
import { route } from '../platform/route.ts';
import type { ApiScope } from '../platform/route.ts';
import type { Services } from '../platform/services.ts';
import type { Session } from '../platform/session.ts';
import { ownerOf } from '../preferences/owner.ts';
import { businessGroupsOfClients } from './business-groups.ts';
import { createClientLookup } from './client-lookup.ts';
import { communitiesOf } from './community-lookup.ts';
import { createStateLookup, dimensionRows } from './dimension-lookup.ts';
import type { DimensionName } from './dimension-lookup.ts';
import { idsOf, named, numbersOf } from './named.ts';
import type { Named } from './named.ts';
import { createOrganisationLookup } from './organisation-lookup.ts';
import { analystTags } from './tag-lookup.ts';
import { createUserProxy, nothingThere } from './user-proxy.ts';

const clientRoutes = (scope: ApiScope, { db }: Services): void => {
  const clients = createClientLookup(db);

  route(scope, 'GET /api/cms/companies', {
    handler: async ({ query, session }) => ({
      data: named(await clients.containing(query.q ?? '', session)),
    }),
  });
  route(scope, 'GET /api/cms/companies/by-name-or-id-starting-with', {
    handler: async ({ query, session }) => ({
      data: named(await clients.startingWith(query.q ?? '', session)),
    }),
  });
  route(scope, 'GET /api/cms/companies/by-ids', {
    handler: async ({ query, session }) => ({ data: named(await clients.byIds(idsOf(query.ids), session)) }),
  });
};

const dimensionRoutes = (scope: ApiScope, { db }: Services): void => {
  const states = createStateLookup(db);
  const same = (names: readonly string[]): Named[] => names.map((name) => ({ id: name, name }));
  const answering = (name: DimensionName) => ({
    handler: async ({ session }: { session: Session }) => ({
      data: named(await dimensionRows(db, name, session)),
    }),
  });

  route(scope, 'GET /api/common-lookup/onlines', {
    handler: async ({ session }) => ({ data: await communitiesOf(db, session.scope) }),
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

const tagRoutes = (scope: ApiScope, { db }: Services): void => {
  route(scope, 'POST /api/filter-lookups/cms/tags', {
    handler: async ({ body: { cIds = [], ids = [] }, session }) => ({
      data: named(await analystTags(db, { clientIds: numbersOf([...cIds, ...ids]) }, session)),
    }),
  });
  route(scope, 'GET /api/filter-lookups/cms/tags/{field}', {
    handler: async ({ params, session }) => {
      if (params.field !== 'AnalystTags') throw nothingThere();
      return { data: named(await analystTags(db, {}, session)) };
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
      if (query.path !== bucketsPath) throw nothingThere();
      try {
        return { data: named(await businessGroupsOfClients(db, numbersOf(body), session.scope)) };
      } catch (error) {
        // A form without its extra fields is better than none.
        request.log.error(error, 'Organisation buckets could not be read.');
        return { data: [] };
      }
    },
  });
};

/** Two thousand names of 300 characters, each of up to four bytes. */
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
      const { scope: seen } = await ownerOf(params.userId, session, services);
      const fields = activityFields(await catalogue());
      return { data: fields.filter(({ field }) => seen.searchFields.has(field)) };
    },
  });
};

export const lookupRoutes = (scope: ApiScope, services: Services): void => {
  for (const add of [clientRoutes, dimensionRoutes, tagRoutes, proxyRoutes, organisationRoutes, fieldRoutes])
    add(scope, services);
};

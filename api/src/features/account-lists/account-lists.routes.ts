import { listDeletedMessage, listSavedMessage } from '@readerlens/contract/account-lists/messages';
import type { Feature } from '../../people/services.ts';
import { route } from '../../platform/http/route.ts';
import { createAccountLists } from './account-lists.ts';
import { findListUses } from './list-uses.ts';

export const accountListRoutes: Feature = (scope, services) => {
  const lists = createAccountLists(services);

  route(scope, 'GET /api/account-lists', {
    handler: async ({ query, session }) => ({ data: await lists.all(query.clientId, session) }),
  });
  route(scope, 'GET /api/account-lists/{id}/organizations', {
    handler: async ({ params, session }) => ({ data: await lists.organizations(params.id, session) }),
  });
  route(scope, 'GET /api/account-lists/{id}/uses', {
    handler: async ({ params, session }) => {
      const { id } = await lists.find(params.id, session);
      return { data: await findListUses(services.db, id, session) };
    },
  });
  route(scope, 'POST /api/account-lists', {
    handler: async ({ body, session }) => ({
      data: await lists.create(body, session),
      message: listSavedMessage,
    }),
  });
  route(scope, 'PATCH /api/account-lists/{id}', {
    handler: async ({ body, params, session }) => ({
      data: await lists.change(params.id, body, session),
      message: listSavedMessage,
    }),
  });
  route(scope, 'PATCH /api/account-lists/{id}/organizations', {
    handler: async ({ body, params, session }) => ({
      data: await lists.changeOrganizations(params.id, body, session),
      message: listSavedMessage,
    }),
  });
  route(scope, 'DELETE /api/account-lists/{id}', {
    handler: async ({ params, session }) => {
      await lists.remove(params.id, session);
      return { data: null, message: listDeletedMessage };
    },
  });
};

import { named } from '../../../people/named.ts';
import type { Feature } from '../../../people/services.ts';
import type { Session } from '../../../people/session.ts';
import { visibleClients } from '../../../people/visible-clients.ts';
import { forbidden, noSuchThing } from '../../../platform/http/errors.ts';
import { parseId } from '../../../platform/http/ids.ts';
import { route } from '../../../platform/http/route.ts';
import { createCanaries } from './canaries.ts';
import { createEarlyAccess } from './early-access.ts';

const refuseImpersonation = ({ impersonator }: Session) => {
  if (impersonator) throw forbidden('You cannot change canaries while you act as another user.');
};

const requireId = (text: string, thing: string): number => {
  const id = parseId(text);
  if (id === undefined) throw noSuchThing(thing);
  return id;
};

export const canaryRoutes: Feature = (scope, services) => {
  const canaries = createCanaries(services, scope.app);
  const earlyAccess = createEarlyAccess(services);

  route(scope, 'GET /api/canaries', {
    handler: async () => ({ data: await canaries.list() }),
  });
  route(scope, 'PATCH /api/canaries/{canaryId}', {
    handler: async ({ session, params, body }) => {
      refuseImpersonation(session);
      const actor = { actorId: session.user.id };
      return { data: await canaries.change(requireId(params.canaryId, 'canary'), body, actor) };
    },
  });
  route(scope, 'POST /api/canaries/{canaryId}/promote', {
    handler: async ({ session, params }) => {
      refuseImpersonation(session);
      const { id, email } = session.user;
      return { data: await canaries.promote(requireId(params.canaryId, 'canary'), email, { actorId: id }) };
    },
  });

  route(scope, 'GET /api/early-access', {
    handler: async ({ session }) => ({
      data: [...named(visibleClients(session, await earlyAccess.list()))],
    }),
  });
  route(scope, 'PUT /api/early-access/{clientId}', {
    handler: async ({ session, params, body }) => {
      refuseImpersonation(session);
      await earlyAccess.set(session, requireId(params.clientId, 'client'), body.earlyAccess);
      return { data: null };
    },
  });
};

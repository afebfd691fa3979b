import type { Services } from '../../people/services.ts';
import { route } from '../../platform/http/route.ts';
import type { ApiScope } from '../../platform/http/route.ts';
import { createClientSetups } from './client-setup.ts';
import type { SetupPorts } from './client-setup.ts';
import { createFormViews } from './form-view.ts';

/** Setting up a client from a submitted form. */
export const clientSetupRoutes = (scope: ApiScope, services: Services, ports: SetupPorts): void => {
  const setups = createClientSetups(services, createFormViews(services), ports);
  route(scope, 'GET /api/onboarding/{formId}/client-setup', {
    handler: async ({ params, query, session }) => ({
      data: await setups.read(params.formId, query?.clientId, session),
    }),
  });
  route(scope, 'POST /api/onboarding/{formId}/client-setup', {
    handler: async ({ params, body, session }) => ({
      data: await setups.confirm(params.formId, body, session),
      message: 'The client has been set up',
    }),
  });
};

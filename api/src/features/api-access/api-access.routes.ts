import type { AccessTokenError } from '@readerlens/contract';
import type { FastifyInstance } from 'fastify';
import { parse } from 'node:querystring';
import type { Services } from '../../people/services.ts';
import type { AppError } from '../../platform/http/errors.ts';
import { namePlugin } from '../../platform/http/name-plugin.ts';
import { route } from '../../platform/http/route.ts';
import type { ApiScope } from '../../platform/http/route.ts';
import { AccessTokenRefusal, createAccessTokens } from './access-token.ts';
import { generateSecret } from './generate-secret.ts';

const formType = 'application/x-www-form-urlencoded';

/** A parameter that is given twice becomes a list, which the contract refuses. */
const acceptForms = (app: FastifyInstance) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: 8192 }, (_request, body, done) =>
    done(null, { ...parse(String(body)) }),
  );
};

const chooseError = (error: AppError): AccessTokenError => {
  if (error instanceof AccessTokenRefusal) return error.error;
  if (error.status === 429 || error.status === 503) return 'temporarily_unavailable';
  return error.status >= 500 ? 'server_error' : 'invalid_request';
};

const failure = (error: AppError) => ({
  status: [401, 429].includes(error.status) || error.status >= 500 ? error.status : 400,
  body: {
    error: chooseError(error),
    error_description: error.status === 415 ? `Send the body as ${formType}.` : error.message,
  },
});

export const apiAccessRoutes = (scope: ApiScope, services: Services): void => {
  route(scope, 'GET /api/secret/{apiClientId}', {
    handler: async ({ session, params }) => {
      const secret = await generateSecret(services, session, params.apiClientId);
      return { data: { secret }, secret };
    },
  });

  // Only this route accepts forms, so it has its own scope.
  scope.app.register(
    namePlugin('tokens', async (app) => {
      acceptForms(app);
      const accessToken = createAccessTokens(services);
      route({ ...scope, app }, 'POST /api/token', {
        consumes: [formType],
        failure,
        handler: async ({ body, request, reply }) => ({
          data: await accessToken({
            body,
            authorization: request.headers.authorization,
            address: request.ip,
            reply,
          }),
        }),
      });
    }),
  );
};

import { namePlugin } from '../../platform/http/name-plugin.ts';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { anyone, apiScope } from '@readerlens/contract';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../../platform/config.ts';
import { apiPrefix } from '../../platform/http/route.ts';
import { webhookDocs, webhookSchemas } from './webhook-docs.ts';

const description = `Every answer is an envelope of \`success\`, \`message\` and \`data\`; failures have a \`code\` to
branch on and the \`requestId\` under which they were logged. People send the token of \`POST /api/auth\` as a bearer, API
clients the one of \`POST /api/token\`. API clients may make the calls with \`x-api-clients\`.`;

const securitySchemes = (publicUrl: string) =>
  ({
    session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Of a person' },
    apiClient: {
      type: 'oauth2',
      description: 'Of a program with API credentials',
      flows: {
        clientCredentials: {
          tokenUrl: `${publicUrl}/api/token`,
          scopes: { [apiScope]: 'Read what the user of the credentials may see' },
        },
      },
    },
  }) as const;

/** The page loads its own files and calls this server; it needs no inline script. */
const pagePolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  // The hash of the only style sheet that the page's script adds.
  'style-src': "'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

const documentPath = '/openapi.json';
const pagePath = '/docs';

/** What is served besides the calls. A deploy compares the addresses that an area names with both. */
const listServed = ({ backends }: Config['areas']) => ({
  'x-pages': [
    documentPath,
    pagePath,
    '/area-backends/keys',
    ...[...backends.keys()].map((area) => `/x/${area}`),
  ].map((path) => `${apiPrefix}${path}`),
  // A deploy of an area that needs a backend is refused without one.
  'x-area-backends': [...backends.keys()],
});

const page = async (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: anyone };
  });
  await app.register(swaggerUi, {
    routePrefix: pagePath,
    indexPrefix: apiPrefix,
    staticCSP: pagePolicy,
    theme: { title: 'Readerlens API' },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', persistAuthorization: false },
  });
};

/** `/openapi.json`, generated from the contract that validates requests, and `/docs`, a page that shows it. */
export const docs = fastifyPlugin(async (app: FastifyInstance, { config }: { config: Config }) => {
  const { publicUrl } = config;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Readerlens API',
        version: '0.1.0',
        description,
        termsOfService: config.public.termsUrl,
        license: { name: 'Terms of use', url: config.public.termsUrl },
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: securitySchemes(publicUrl), schemas: webhookSchemas },
      webhooks: webhookDocs,
      ...listServed(config.areas),
      security: [{ session: [] }],
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json.$id === 'string' ? json.$id : `schema-${index}`,
    },
  });
  app.get(documentPath, { config: { access: anyone }, schema: { hide: true } }, async () => app.swagger());
  await app.register(namePlugin('docs page', page));
});

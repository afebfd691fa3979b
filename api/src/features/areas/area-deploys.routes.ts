import { uploadLimits } from '@readerlens/contract/area-deploys';
import type { AuditAction } from '@readerlens/contract';
import type { FastifyRequest } from 'fastify';
import type { Feature } from '../../people/services.ts';
import { badRequest } from '../../platform/http/errors.ts';
import { namePlugin } from '../../platform/http/name-plugin.ts';
import { createRateLimit } from '../../platform/http/rate-limit.ts';
import { route } from '../../platform/http/route.ts';
import type { AreaDeploys, SwitchRequest } from './area-deploys.ts';
import { createCanaries, requireDeploys } from './canaries/canaries.ts';
import type { CanaryActor } from './canaries/canaries.ts';
import { createDeployTokens } from './deploy-tokens.ts';
import type { UsedToken } from './deploy-tokens.ts';
import { signPreview } from './preview-token.ts';
import { provenVersions } from './proven-versions.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Decorated by a server with an areas store; without one nothing can be deployed. */
    areaDeploys?: AreaDeploys;
  }
  interface FastifyRequest {
    deployToken: UsedToken | undefined;
  }
}

const bytesType = 'application/octet-stream';
/** Per address: secrets cannot be guessed, but each attempt is a query. */
const failuresPerMinute = 60;
/** Per token: a deploy has a call for each of its files. */
const callsPerMinute = 2000;

export const areaDeployRoutes: Feature = (scope, services) => {
  const { db, audit, secrets } = services;
  const tokens = createDeployTokens(services);
  const limitCalls = createRateLimit(db, { name: 'area deploys', limit: callsPerMinute, periodMs: 60_000 });
  const limitFailures = createRateLimit(db, {
    name: 'area deploy failures',
    limit: failuresPerMinute,
    periodMs: 60_000,
  });

  route(scope, 'GET /api/deploy-tokens', {
    handler: async () => ({ data: await tokens.list() }),
  });
  route(scope, 'POST /api/deploy-tokens', {
    handler: async ({ session, body }) => ({ data: await tokens.create(session, body) }),
  });
  route(scope, 'DELETE /api/deploy-tokens/{tokenId}', {
    handler: async ({ session, params }) => ({ data: await tokens.revoke(session, params.tokenId) }),
  });

  const authenticate = async ({ headers, params, ip }: FastifyRequest): Promise<UsedToken> => {
    const { area } = params as { area: string };
    try {
      return await tokens.authenticate(headers.authorization, area);
    } catch (error) {
      await limitFailures(ip);
      throw error;
    }
  };

  const findDeploys = (): AreaDeploys => requireDeploys(scope.app);
  const canaries = createCanaries(services, scope.app);

  const findToken = ({ deployToken }: FastifyRequest): UsedToken => deployToken!;

  const describeSwitch = (request: FastifyRequest): SwitchRequest => {
    const { area, name } = findToken(request);
    return {
      area,
      by: `deploy token '${name}'`,
      findProven: (versions) => provenVersions(db, area, versions),
    };
  };

  const describeActor = (request: FastifyRequest): CanaryActor => {
    const { id, name } = findToken(request);
    return { actorId: null, detail: { token: name, tokenId: id } };
  };

  const record = async (
    action: AuditAction,
    request: FastifyRequest,
    detail: Readonly<Record<string, unknown>>,
  ) => {
    const { id, area, name } = findToken(request);
    await audit.record({ action, actorId: null, detail: { area, ...detail, token: name, tokenId: id } });
  };

  scope.app.register(
    namePlugin('area deploys', async (app) => {
      app.decorateRequest('deployToken', undefined);
      // Before the body is read, so that nobody else can send large ones.
      app.addHook('onRequest', async (request) => {
        request.deployToken = await authenticate(request);
        await limitCalls(String(request.deployToken.id));
      });
      app.addContentTypeParser(
        bytesType,
        { parseAs: 'buffer', bodyLimit: uploadLimits.fileBytes },
        (_request, body, done) => done(null, body),
      );
      const own = { ...scope, app };

      route(own, 'POST /api/deploys/{area}/uploads', {
        bodyLimit: uploadLimits.manifestBytes,
        handler: async ({ params, body }) => ({ data: await findDeploys().beginUpload(params.area, body) }),
      });
      route(own, 'PUT /api/deploys/{area}/uploads/{version}/file', {
        bodyLimit: uploadLimits.fileBytes,
        consumes: [bytesType],
        handler: async ({ params: { area, version }, query, request }) => {
          if (!Buffer.isBuffer(request.body)) throw badRequest(`Send the file as ${bytesType}.`);
          await findDeploys().addFile(area, version, query.path, request.body);
          return { data: null };
        },
      });
      route(own, 'POST /api/deploys/{area}/uploads/{version}/finish', {
        handler: async ({ params: { area, version }, request }) => {
          await findDeploys().finishUpload(area, version);
          await record('area.upload', request, { version });
          return { data: null };
        },
      });
      route(own, 'POST /api/deploys/{area}/preview', {
        handler: async ({ params: { area }, body: { version, minutes }, request }) => {
          const staged = await findDeploys().describeStaged(area, version);
          const link = { area, version, ...staged };
          const token = await signPreview(secrets.previewKeys[0], link, minutes * 60);
          await record('area.preview-sign', request, { version, minutes });
          return { data: { token } };
        },
      });
      route(own, 'POST /api/deploys/{area}/deploy', {
        handler: async ({ body: { version }, request }) => {
          const data = await findDeploys().deploy(describeSwitch(request), version);
          await record('area.deploy', request, { version, replaces: data.before ?? '' });
          return { data };
        },
      });
      route(own, 'POST /api/deploys/{area}/canary', {
        handler: async ({ params: { area }, body: { version }, request }) => {
          const started = { area, version, startedBy: findToken(request).name };
          return { data: await canaries.start(started, describeActor(request)) };
        },
      });
      route(own, 'PATCH /api/deploys/{area}/canary', {
        handler: async ({ params: { area }, body, request }) => {
          const id = await canaries.findOpenId(area);
          return { data: await canaries.change(id, body, describeActor(request)) };
        },
      });
      route(own, 'POST /api/deploys/{area}/canary/promote', {
        handler: async ({ params: { area }, request }) => {
          const id = await canaries.findOpenId(area);
          return { data: await canaries.promote(id, describeSwitch(request).by, describeActor(request)) };
        },
      });
      route(own, 'POST /api/deploys/{area}/rollback', {
        handler: async ({ body, request }) => {
          const data = await findDeploys().rollBack(describeSwitch(request), body.version);
          await record('area.rollback', request, { version: data.version, replaces: data.before ?? '' });
          return { data };
        },
      });
      route(own, 'POST /api/deploys/{area}/withdraw', {
        handler: async ({ request }) => {
          const data = await findDeploys().withdraw(describeSwitch(request));
          await record('area.withdraw', request, { version: data.before });
          return { data };
        },
      });
    }),
  );
};

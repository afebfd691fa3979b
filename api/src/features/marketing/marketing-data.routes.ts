import { maxTablePackedBytes } from '@readerlens/contract/marketing-pipeline';
import type { Session } from '../../people/session.ts';
import type { Feature } from '../../people/services.ts';
import { invalidInput } from '../../platform/http/errors.ts';
import { namePlugin } from '../../platform/http/name-plugin.ts';
import { route } from '../../platform/http/route.ts';
import { findClient, refuseBlinded, refuseUpload } from './data-access.ts';
import { createOpportunityData } from './opportunity-data.ts';
import { createUploads } from './uploads.ts';
import { receiveFiles } from './uploads/receive-file.ts';

const base = '/api/marketing-data/{clientId}';
/** The fields of a form around its file. */
const formBytes = 64 * 1024;

/** What marketing performance needs besides activities: uploads, and what they mean. */
export const marketingDataRoutes: Feature = (scope, services) => {
  const data = createOpportunityData(services);
  const uploads = createUploads(services, data);
  const find = (clientId: string, session: Session) => findClient(services, clientId, session);
  const findToChange = (clientId: string, session: Session) => {
    refuseBlinded(session);
    return find(clientId, session);
  };

  route(scope, `GET ${base}/uploads/{kind}`, {
    handler: async ({ params, session }) => ({
      data: await uploads.read(await find(params.clientId, session), params.kind, session),
    }),
  });
  route(scope, `GET ${base}/changes/{uploadId}`, {
    handler: async ({ params, session }) => ({
      data: await uploads.readUpload(await find(params.clientId, session), params.uploadId, session),
    }),
  });
  route(scope, `PUT ${base}/stages`, {
    handler: async ({ params, body, session }) => {
      await data.mapStages(await findToChange(params.clientId, session), body.stages, session);
      return { data: null, message: 'The stages have been saved.' };
    },
  });
  route(scope, `POST ${base}/accounts`, {
    handler: async ({ params, body, session }) =>
      data.listAccounts(await find(params.clientId, session), body, session),
  });
  route(scope, `PUT ${base}/accounts/{dealId}`, {
    handler: async ({ params, body, session }) => {
      const clientId = await findToChange(params.clientId, session);
      await data.matchAccount(clientId, params.dealId, body.organizationId, session);
      return { data: null, message: 'The account has been matched.' };
    },
  });

  scope.app.register(
    namePlugin('uploads', async (app) => {
      const findFile = await receiveFiles(app);
      route({ ...scope, app }, `POST ${base}/uploads/{kind}`, {
        consumes: ['application/json', 'multipart/form-data'],
        bodyLimit: maxTablePackedBytes + formBytes,
        handler: async ({ params, body, session, request }) => {
          refuseUpload(session);
          const clientId = await findToChange(params.clientId, session);
          const file = findFile(request);
          const { rows, ...options } = body;
          if ((file === undefined) === (rows === undefined))
            throw invalidInput('file', 'Send either a file or rows.');
          const source = file ? { file: file.content } : { rows: rows ?? [] };
          const { kind } = params;
          const outcome = await uploads.upload(
            clientId,
            { kind, source, fileName: file?.name ?? null, options },
            session,
          );
          return {
            data: outcome,
            message: options.dryRun === true ? '' : `The ${kind} have been uploaded.`,
          };
        },
      });
    }),
  );
};

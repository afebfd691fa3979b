import { randomUUID } from 'node:crypto';
import { addUser } from '../../platform/testing/index.ts';
import type { NewUser, TestApi } from '../../platform/testing/index.ts';
import { apiSecretHash, newApiSecret } from '../api-secrets.ts';

export const formType = 'application/x-www-form-urlencoded';

/** Requests `POST /api/token` with the given form and headers. */
export const requestToken = (
  api: TestApi,
  form: string | Record<string, string>,
  { headers = {}, address }: { headers?: Record<string, string>; address?: string } = {},
) =>
  api.call('POST /api/token', {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': formType, ...headers },
    ...(address === undefined ? {} : { address }),
  });

/** A user with API access, the credentials, and an access token made with them. */
export const addApiClient = async (api: TestApi, columns: NewUser = {}) => {
  const secret = newApiSecret();
  const clientId = randomUUID();
  const user = await addUser(api.db, {
    enable_api_access: true,
    api_client_id: clientId,
    api_secret_hash: apiSecretHash(secret),
    ...columns,
  });
  const { body } = await requestToken(api, {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
  });
  return { user, clientId, secret, token: body.access_token as string };
};

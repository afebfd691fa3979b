import { accessTokenMinutes, apiScope } from '@readerlens/contract';
import type { AccessTokenError, CallData, CallInput, Calls } from '@readerlens/contract';
import type { FastifyReply } from 'fastify';
import { fingerprintSecret, isApiSecret } from '../../people/api-secrets.ts';
import { createLoginFailures } from '../../people/login-failures.ts';
import { findNetwork } from '../../people/network.ts';
import type { Services } from '../../people/services.ts';
import { AppError } from '../../platform/http/errors.ts';
import { createOneAtATime } from '../../platform/one-at-a-time.ts';

type Call = Calls['POST /api/token'];

interface Credentials {
  readonly id: string;
  readonly secret: string;
}

export interface AccessTokenRequest {
  readonly body: CallInput<Call>['body'];
  /** The Authorization header. */
  readonly authorization: string | undefined;
  /** IP address of the request. */
  readonly address: string;
  readonly reply: FastifyReply;
}

/** A refusal with an error of RFC 6749. */
export class AccessTokenRefusal extends AppError {
  readonly error: AccessTokenError;

  constructor(error: AccessTokenError, message: string) {
    const isUnknown = error === 'invalid_client';
    super(
      isUnknown ? 401 : 400,
      isUnknown ? 'invalid_credentials' : 'bad_request',
      message,
      isUnknown ? { headers: { 'www-authenticate': 'Basic realm="Readerlens API", charset="UTF-8"' } } : {},
    );
    this.error = error;
  }
}

const invalidClient = () => new AccessTokenRefusal('invalid_client', 'The client id or secret is not valid.');

/** RFC 6749 has both parts encoded as in a form before they are joined. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    throw invalidClient();
  }
};

const basicCredentials = (authorization: string): Credentials => {
  const [, encoded] = /^Basic +([\w+/=-]+)$/i.exec(authorization) ?? [];
  if (encoded === undefined) throw invalidClient();
  const text = Buffer.from(encoded, 'base64').toString();
  const end = text.indexOf(':');
  if (end < 0) throw invalidClient();
  return { id: decoded(text.slice(0, end)), secret: decoded(text.slice(end + 1)) };
};

const readCredentials = ({ body, authorization }: AccessTokenRequest): Credentials => {
  const { client_id: id, client_secret: secret } = body;
  if (authorization === undefined) {
    if (id === undefined || secret === undefined) throw invalidClient();
    return { id, secret };
  }
  const basic = basicCredentials(authorization);
  if (secret !== undefined || (id !== undefined && id !== basic.id))
    throw new AccessTokenRefusal('invalid_request', 'Send the credentials in one way only.');
  return basic;
};

/** Ids are UUIDs; others can neither exist nor be stored as keys of limits. */
const isClientId = (id: string) => /^[\w-]{1,64}$/.test(id);

const refuseOtherGrants = ({ grant_type: grant, scope }: CallInput<Call>['body']) => {
  if (grant !== 'client_credentials')
    throw new AccessTokenRefusal('unsupported_grant_type', "grant_type must be 'client_credentials'.");
  const isOther = (scope ?? '').split(' ').some((each) => each !== '' && each !== apiScope);
  if (isOther) throw new AccessTokenRefusal('invalid_scope', `The only scope is '${apiScope}'.`);
};

/**
 * Exchanges API credentials for an access token. Like logins, failures slow down further ones from the same network, and
 * an unknown client fails as a wrong secret does.
 */
export const createAccessTokens = ({ db, tokens, config, apiLimit, countFailedSignIn }: Services) => {
  const { perAccount, perAddress, windowMinutes } = config.loginLimits;
  const failures = createLoginFailures(db, windowMinutes, () => countFailedSignIn('api'));
  const oneAtATime = createOneAtATime();

  const findUser = ({ id }: Credentials) =>
    db.kysely
      .selectFrom('app_user')
      .selectAll()
      .where('api_client_id', '=', id)
      .where('is_active', '=', true)
      .where('enable_api_access', '=', true)
      .executeTakeFirst();

  return async (request: AccessTokenRequest): Promise<CallData<Call>> => {
    refuseOtherGrants(request.body);
    const credentials = readCredentials(request);
    if (!isClientId(credentials.id)) throw invalidClient();
    const network = findNetwork(request.address);
    const client = { key: `token of ${credentials.id} from ${network}`, free: perAccount };
    const limits = [{ key: `token from ${network}`, free: perAddress }, client];
    return oneAtATime(client.key, async () => {
      await failures.check(limits);
      const user = await findUser(credentials);
      const hash = user?.api_secret_hash;
      if (!isApiSecret(hash, credentials.secret) || !user || !hash) {
        await failures.add(limits);
        throw invalidClient();
      }
      await failures.forget(client.key);
      await apiLimit(credentials.id, request.reply);
      return {
        access_token: await tokens.issueAccess(user, fingerprintSecret(hash)),
        token_type: 'Bearer',
        expires_in: accessTokenMinutes * 60,
        scope: apiScope,
      };
    });
  };
};

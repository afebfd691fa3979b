import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { testClient } from './identity-provider.ts';
import type { TestProvider } from './identity-provider.ts';

/** What the next answer has instead of the right values. */
export interface Fault {
  readonly state?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
  /** What the provider says besides the ID token. */
  readonly userInfo?: Readonly<Record<string, unknown>>;
  /** Signs with a key that the provider does not publish. */
  readonly isForged?: boolean;
}

export interface FaultyProvider extends TestProvider {
  fault: Fault;
}

const seconds = () => Math.floor(Date.now() / 1000);

/** A provider that confirms a person at once, and can send answers that a real one never sends. */
export const startFaultyProvider = async (
  person: Readonly<Record<string, unknown>>,
): Promise<FaultyProvider> => {
  const [published, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const key = { ...(await exportJWK(published.publicKey)), alg: 'RS256', use: 'sig', kid: 'test' };
  const nonces = new Map<string, string>();
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  const provider: FaultyProvider = {
    issuer,
    fault: {},
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: testClient.id,
      OIDC_CLIENT_SECRET: testClient.secret,
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  const idToken = (code: string) => {
    const { claims = {}, isForged = false } = provider.fault;
    return new SignJWT({
      iss: issuer,
      aud: testClient.id,
      iat: seconds(),
      exp: seconds() + 300,
      nonce: nonces.get(code),
      ...person,
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .sign(isForged ? other.privateKey : published.privateKey);
  };

  const sendJson = (response: ServerResponse, body: object) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  };

  const authorize = (query: URLSearchParams, response: ServerResponse) => {
    const code = `code-${nonces.size}`;
    nonces.set(code, query.get('nonce') ?? '');
    const state = provider.fault.state ?? query.get('state') ?? '';
    const search = new URLSearchParams({ code, state }).toString();
    response.writeHead(303, { location: `${query.get('redirect_uri')}?${search}` }).end();
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    if (pathname === '/authorize') return authorize(searchParams, response);
    if (pathname === '/keys') return sendJson(response, { keys: [key] });
    if (pathname === '/token') {
      const code = new URLSearchParams(await text(request)).get('code') ?? '';
      return sendJson(response, { access_token: 'x', token_type: 'Bearer', id_token: await idToken(code) });
    }
    if (pathname === '/userinfo') {
      const { claims = {}, userInfo = {} } = provider.fault;
      return sendJson(response, { sub: claims['sub'] ?? person['sub'], ...userInfo });
    }
    return sendJson(response, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    });
  };
  return provider;
};

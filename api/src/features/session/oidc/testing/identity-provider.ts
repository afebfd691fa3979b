import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';

/** The claims of a person at the provider; the key is what they enter to sign in. */
export type People = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export const testClient = { id: 'readerlens', secret: 'a secret of the client' } as const;

export interface TestProvider {
  readonly issuer: string;
  /** Settings of the product for this provider. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

// The empty icon keeps browsers from asking for one.
const page = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Test provider</title><link rel="icon" href="data:,"></head>
<body>${body}</body></html>`;

const form = `<h1>Test provider</h1>
<form method="post"><label>Name <input name="login"></label> <button>Continue</button></form>`;

/** The page on which a person enters a name. */
const interact = async (provider: Provider, request: IncomingMessage, response: ServerResponse) => {
  if (request.method === 'POST') {
    const accountId = new URLSearchParams(await text(request)).get('login') ?? '';
    const result =
      accountId === ''
        ? { error: 'access_denied', error_description: 'The person has left the form empty.' }
        : { login: { accountId } };
    await provider.interactionFinished(request, response, result);
    return;
  }
  response.setHeader('content-type', 'text/html');
  response.end(page(form));
};

const createProvider = async (issuer: string, redirectUris: readonly string[], people: People) => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' };
  return new Provider(issuer, {
    clients: [
      {
        client_id: testClient.id,
        client_secret: testClient.secret,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    claims: { openid: ['sub', 'tid', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_context, sub) => {
      const claims = people[sub];
      return claims && { accountId: sub, claims: () => ({ sub, ...claims }) };
    },
    // Everybody has consented already.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: testClient.id,
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
};

/** Starts a real provider on this machine. It accepts the name of any of the people, without a password. */
export const startTestProvider = async (
  redirectUris: readonly string[],
  people: People,
  port = 0,
): Promise<TestProvider> => {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response)).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = await createProvider(issuer, redirectUris, people);
  const rest = provider.callback();
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response);
    else void rest(request, response);
  };
  return {
    issuer,
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: testClient.id,
      OIDC_CLIENT_SECRET: testClient.secret,
      OIDC_LABEL: 'Example ID',
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

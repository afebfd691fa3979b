import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { CallKey } from '@readerlens/contract';
import { buildApi } from '../../app.ts';
import type { ApiOptions } from '../../app.ts';
import { readConfig } from '../config.ts';
import type { Database } from '../db/index.ts';
import type { AreaClaimSource } from '../../people/area-claims.ts';
import type { UserRow } from '../../people/tables.ts';
import { secretsFrom } from '../secrets.ts';
import { createServices } from '../../services.ts';
import type { Services } from '../../people/services.ts';
import type { Resolve } from '../webhooks/public-address.ts';
import { testDatabase } from './test-database.ts';

interface CallParts {
  token?: string | undefined;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** IP address of the client; default: this machine. */
  address?: string;
}

export interface TestResponse {
  status: number;
  /** The parsed response; empty for a file. */
  body: Record<string, unknown> & { data?: unknown; message?: string; code?: string };
  bytes: Uint8Array;
  headers: Readonly<Record<string, number | string | string[] | undefined>>;
}

export interface TestApi {
  app: FastifyInstance;
  services: Services;
  db: Database;
  /** Makes a call; every response is validated against the contract. */
  call(call: CallKey, parts?: CallParts): Promise<TestResponse>;
  tokenFor(user: UserRow): Promise<string>;
}

const buildUrl = (path: string, { params = {}, query = {} }: CallParts) => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
};

export const createCaller =
  (app: FastifyInstance): TestApi['call'] =>
  async (call, parts = {}) => {
    const [method, path] = call.split(' ') as ['GET' | 'POST', string];
    const { token, body, headers, address } = parts;
    const answer = await app.inject({
      method,
      url: buildUrl(path, parts),
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
      ...(address ? { remoteAddress: address } : {}),
    });
    const isJson = /json/.test(String(answer.headers['content-type']));
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : {},
      bytes: answer.rawPayload,
      headers: answer.headers,
    };
  };

/** Instead of name servers: every name is public, but those below `private.example`; those below `unknown.example` have no address. */
const resolveHost: Resolve = async (host) => {
  if (host.endsWith('unknown.example')) throw new Error(`${host} is unknown.`);
  return [{ address: host.endsWith('private.example') ? '10.0.0.7' : '93.184.215.14', family: 4 }];
};

const erasureKey = new TextEncoder().encode('an erasure key for tests');

type Environment = Readonly<Record<string, string>>;

/**
 * The API for the tests of a file or `describe`, on a new embedded database unless one is given. `environment` contains
 * its environment variables; a function is called once the hooks before it have run. No area declares claims unless given.
 * `instead` replaces services.
 */
export const testApi = (
  environment: Environment | (() => Environment) = {},
  {
    listAreaClaims,
    instead,
    ...options
  }: Omit<ApiOptions, 'services'> &
    Partial<AreaClaimSource> & { instead?: Partial<Services>; logger?: FastifyBaseLogger } = {},
  db: () => Database = testDatabase(),
): (() => TestApi) => {
  let api: TestApi | undefined;
  beforeAll(async () => {
    const variables = typeof environment === 'function' ? environment() : environment;
    const config = readConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://app.example', ...variables });
    const secrets = secretsFrom(config.jwtSecret ?? 'a secret for tests', {
      ...config.keys,
      previewSecret: config.preview.secret,
      erasureKey: () => erasureKey,
    });
    const services = {
      ...createServices(config, db(), secrets),
      resolveHost,
      ...(listAreaClaims ? { listAreaClaims } : {}),
      ...instead,
    };
    services.jobs.wait = async () => undefined;
    const app = await buildApi({ services, checkResponses: true, ...options });
    const tokenFor = (user: UserRow) =>
      services.signIns.begin(user, 'password', { ip: '127.0.0.1', headers: {} });
    api = { app, services, db: db(), call: createCaller(app), tokenFor };
  });
  afterAll(() => api?.app.close());
  return () => {
    if (!api) throw new Error('The API is only available in tests and hooks.');
    return api;
  };
};

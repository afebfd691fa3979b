import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@readerlens/api';
import {
  api,
  createAdmin,
  createLogger,
  openServices,
  readConfig,
  readServedCanaries,
  serverOptions,
} from '@readerlens/api';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { host } from '../host/host.ts';
import { repositoryRoot } from '../paths.ts';
import { addAreaDeploys } from '../serve/area-deploys.ts';
import { kitBuilder } from '../serve/kit-builder.ts';
import { openStore } from '../store/open-store.ts';
import { listProvided, sharedModules } from '../webpack/shared.ts';

export interface LiveProduct {
  address: string;
  root: string;
  db: Database;
  /** Creates a deploy token of an area, named CI. Returns its secret. */
  createDeployToken: (area: string) => Promise<string>;
  close: () => Promise<void>;
}

/** files.json of the shell, without scripts. */
const shellFiles = () => {
  const provides = listProvided(sharedModules(path.join(repositoryRoot, 'shell'), 'provider'));
  const sharedRequests = [
    ...Object.keys(provides).filter((request) => !request.endsWith('/')),
    'react/jsx-runtime',
  ];
  const shared = Object.fromEntries(sharedRequests.map((request) => [request, [`${request}.js`]]));
  return { initial: [], shared, consumes: [], requires: {}, integrity: {}, provides };
};

/**
 * Starts the product's API and host on a random port, with a new embedded database and without a built shell. `store` is
 * its area store, relative to its folder `root`.
 */
export const startLiveProduct = async (
  store: string,
  environment: Record<string, string> = {},
): Promise<LiveProduct> => {
  const root = mkdtempSync(path.join(tmpdir(), 'live-'));
  for (const dir of ['shell', 'public', 'data']) mkdirSync(path.join(root, dir));
  writeFileSync(path.join(root, 'shell', 'files.json'), JSON.stringify(shellFiles()));
  writeFileSync(path.join(root, 'public', 'page-start.js'), '');
  // Listens before the product exists, because its configuration contains its address.
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = readConfig({
    LOG_LEVEL: 'silent',
    DATA_DIR: path.join(root, 'data'),
    PUBLIC_URL: address,
    ...environment,
  });
  const logger = createLogger(config);
  const services = await openServices(config, logger);
  const app: FastifyInstance = fastify({
    ...serverOptions(config, logger),
    serverFactory: (handler) => server.on('request', handler),
  });
  const areas = openStore(store.startsWith('s3:') ? store : path.join(root, store));
  addAreaDeploys(app, { store: areas, config });
  await app.register(fastifyPlugin(api), { services });
  await app.register(host, {
    store: areas,
    channel: config.areas.channel,
    readCanaries: () => readServedCanaries(services.db),
    shellDir: path.join(root, 'shell'),
    buildKit: kitBuilder(),
    publicDir: path.join(root, 'public'),
    publicConfig: {},
    secure: config.publicUrl.startsWith('https:'),
    origins: config.areas.origins,
    previewOrigins: config.preview.origins,
  });
  await app.ready();
  return {
    address,
    root,
    db: services.db,
    createDeployToken: async (area) => {
      const email = `${randomUUID()}@demo.example`;
      await createAdmin(services.db, { email }, config);
      const admin = (await services.users.findByEmail(email))!;
      const session = await services.signIns.begin(admin, 'password', { ip: '127.0.0.1', headers: {} });
      const answer = await app.inject({
        method: 'POST',
        url: '/api/deploy-tokens',
        headers: { authorization: `Bearer ${session}` },
        payload: { area, name: 'CI' },
      });
      return answer.json<{ data: { secret: string } }>().data.secret;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await app.close();
      await services.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
};

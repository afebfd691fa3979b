import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AreaManifest } from '@readerlens/contract/registry';
import { entry } from './registry.ts';

export const computeIntegrity = (text: string) =>
  `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** The manifest of a staged version of an area. */
export const buildManifest = (changes: Partial<AreaManifest> = {}): AreaManifest => ({
  id: 'analytics',
  name: 'Analytics',
  version: 'staged1',
  container: 'readerlens_analytics',
  base: '/areas/analytics/staged1/',
  entry: 'remoteEntry.js',
  module: './area',
  preload: ['area.js'],
  consumes: ['react'],
  integrity: { 'remoteEntry.js': computeIntegrity('entry'), 'area.js': computeIntegrity('area') },
  requires: {},
  calls: {},
  routes: [{ path: '/', title: 'Staged Overview', exact: true, access: {} }],
  navigation: [entry('Analytics', 'Staged Overview', '/')],
  ...changes,
});

interface Reply {
  status?: number;
  body: string;
  /** Never responds. */
  hangs?: boolean;
}

/** The server of a staged version; `reply` may be changed while it runs. */
export const startStagedServer = async () => {
  const stage = {
    reply: { body: JSON.stringify(buildManifest()) } as Reply,
    base: '',
    requests: [] as string[],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((request, response) => {
    stage.requests.push(request.url ?? '');
    if (stage.reply.hangs) return;
    response.writeHead(stage.reply.status ?? 200, { 'access-control-allow-origin': '*' });
    response.end(stage.reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stage.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/analytics/staged1/`;
  return stage;
};

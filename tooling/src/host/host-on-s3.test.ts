import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { publishArea } from '../registry/publish.ts';
import { s3Store } from '../store/s3-store.ts';
import { startS3 } from '@readerlens/api/storage/testing';
import type { S3Server } from '@readerlens/api/storage/testing';
import { writeSampleArea } from '../testing/sample-area.ts';
import { host } from './host.ts';

describe('host with areas in S3', () => {
  let root: string;
  let s3: S3Server;
  let app: FastifyInstance;

  let now = Date.now();
  const store = () => s3Store(s3.target('site'), s3.client);
  const untilStale = () => {
    now += store().freshMs;
  };
  const start = async () => {
    const server = fastify();
    await server.register(host, {
      store: store(),
      shellDir: path.join(root, 'shell'),
      publicDir: path.join(root, 'public'),
      publicConfig: {},
      secure: false,
      origins: ['https://areas.example'],
    });
    return server;
  };

  beforeAll(async () => {
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    root = mkdtempSync(path.join(tmpdir(), 'host-s3-'));
    for (const dir of ['shell', 'public']) mkdirSync(path.join(root, dir));
    writeFileSync(path.join(root, 'public', 'page-start.js'), '');
    const list = { entry: [], initial: [], integrity: {}, shared: {}, consumes: [], provides: {} };
    writeFileSync(path.join(root, 'shell', 'files.json'), JSON.stringify(list));
    s3 = await startS3();
    app = await start();
  });

  afterAll(async () => {
    await app.close();
    rmSync(root, { recursive: true, force: true });
    jest.restoreAllMocks();
  });

  const publish = async (script: string) => {
    const dir = writeSampleArea(root, { script });
    writeFileSync(path.join(dir, 'dist', 'area.1.js.br'), brotliCompressSync(script));
    return publishArea(store(), dir);
  };
  const readVersions = async () => {
    const answer = await app.inject('/registry.json');
    return answer.json<{ areas: { version: string }[] }>().areas.map(({ version }) => version);
  };

  it('serves a deploy without a restart', async () => {
    expect(await readVersions()).toEqual([]);
    const first = await publish('one');
    untilStale();
    expect(await readVersions()).toEqual([first.version]);
    const second = await publish('two');
    untilStale();
    expect(await readVersions()).toEqual([second.version]);
    expect((await app.inject('/')).body).toContain(second.version);
  });

  it('reads the registry once for concurrent requests', async () => {
    untilStale();
    const before = s3.requests.length;
    await Promise.all(Array.from({ length: 20 }, () => app.inject('/registry.json')));
    now += store().freshMs - 1;
    await app.inject('/registry.json');
    expect(s3.requests.length - before).toBe(1);
  });

  it('sends the files of a version, compressed if the client accepts it', async () => {
    const { base } = await publish('three');
    const plain = await app.inject(`${base}area.1.js`);
    expect(plain.body).toBe('three');
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    const small = await app.inject({ url: `${base}area.1.js`, headers: { 'accept-encoding': 'gzip, br' } });
    expect(small.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe('three');
    const entry = await app.inject({ url: `${base}remoteEntry.js`, headers: { 'accept-encoding': 'br' } });
    expect(entry.headers['content-encoding']).toBeUndefined();
    expect((await app.inject(`${base}nothing.js`)).statusCode).toBe(404);
  });

  it('allows pages to load scripts from the allowed origins', async () => {
    expect((await app.inject('/')).headers['content-security-policy']).toContain(
      "script-src 'self' https://areas.example",
    );
  });

  it('serves the last good registry while the store is unreachable', async () => {
    const [version] = await readVersions();
    await s3.close();
    untilStale();
    expect(await readVersions()).toEqual([version]);
    expect((await app.inject('/')).body).toContain(version);
    const file = await app.inject(`/areas/sample/${version}/area.1.js`);
    expect([file.statusCode, file.headers['cache-control']]).toEqual([503, 'no-store']);
  });

  it('answers 503 without any registry, and serves the page without one', async () => {
    const late = await start();
    const { statusCode, headers } = await late.inject('/registry.json');
    expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
    const page = await late.inject('/');
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('readerlens-registry');
    await late.close();
  });
});

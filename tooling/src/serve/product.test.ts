import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAdmin, createLogger, openServices, readConfig } from '@readerlens/api';
import { buildFolder, uploadVersion } from '../registry/versions.ts';
import { readBuild } from '../area/area-build.ts';
import { publishArea } from '../registry/publish.ts';
import { directoryStore } from '../store/directory-store.ts';
import { writeSampleArea } from '../testing/sample-area.ts';
import { composeProduct } from './product.ts';
import type { Product } from './product.ts';

const email = 'staff@client.example';

describe('the composed product', () => {
  let root: string;
  let product: Product;
  let second: Product;
  let token: string;
  let config: ReturnType<typeof readConfig>;
  let opened: Parameters<typeof composeProduct>[1];

  const store = () => directoryStore(path.join(root, 'site'));

  beforeAll(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'product-'));
    const shellDir = path.join(root, 'shell');
    mkdirSync(shellDir);
    const files = { entry: [], initial: [], shared: {}, integrity: {} };
    writeFileSync(path.join(shellDir, 'files.json'), JSON.stringify(files));
    config = readConfig({
      LOG_LEVEL: 'silent',
      DATA_DIR: path.join(root, 'data'),
      AREAS_STORE: path.join(root, 'site'),
      AREA_ORIGINS: 'https://areas.example',
      PREVIEW_ORIGINS: 'https://staged.example',
    });
    const logger = createLogger(config);
    const services = await openServices(config, logger);
    opened = { logger, services, demoAccounts: [] };
    product = await composeProduct(config, opened, { shellDir });
    second = await composeProduct(config, opened, { shellDir });
    await createAdmin(services.db, { email }, config);
    const admin = (await services.users.findByEmail(email))!;
    token = await services.signIns.begin(admin, 'password', { ip: '127.0.0.1', headers: {} });
  });

  afterAll(async () => {
    await product.close();
    rmSync(root, { recursive: true, force: true });
  });

  const headers = () => ({ authorization: `Bearer ${token}` });
  const send = async (...subjects: { area: string; version: string }[]) => {
    const samples = subjects.map((subject) => ({ ...subject, kind: 'fallback' }));
    const url = '/api/areas/samples';
    const { statusCode } = await product.app.inject({
      method: 'POST',
      url,
      headers: headers(),
      payload: { samples },
    });
    return statusCode;
  };
  const fallbackCounts = async () => {
    const answer = await product.app.inject({ url: '/api/areas/health', headers: headers() });
    const { data } = answer.json<{ data: { area: string; version: string; fallbacks: number }[] }>();
    return Object.fromEntries(data.map(({ area, version, fallbacks }) => [`${area} ${version}`, fallbacks]));
  };

  it('can be served twice by one process, as benchmarks do', async () => {
    const { statusCode } = await second.app.inject('/api/health/ready');
    expect(statusCode).toBe(200);
    await second.app.close();
    const metrics = (await product.app.inject('/metrics')).body;
    expect(metrics).toContain('http_request_duration_seconds_count{method="GET",route="/api/health/ready"');
    expect(metrics).toContain('process_cpu_user_seconds_total');
  });

  it('answers an address that cannot be decoded as others: with a page, or from the API with a typed error', async () => {
    for (const url of ['/%E0%A4%A', '/analytics/reader-dashboard/50%-off', '/analytics/search?x=1%']) {
      const { statusCode, headers: sent, body } = await product.app.inject(url);
      const shown = statusCode === 302 ? sent.location : body.slice(0, 15);
      expect([url, shown]).toEqual([
        url,
        url.includes('?')
          ? '<!doctype html>'
          : '/error?statusCode=400&statusText=Bad+Request&message=The+address+is+malformed.',
      ]);
    }
    const answer = await product.app.inject('/api/user/%E0%A4%A');
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { success: false, code: 'bad_request' }]);
  });

  it('counts reports of deployed and staged versions only', async () => {
    const first = await publishArea(store(), writeSampleArea(root, { script: 'one' }));
    const live = await publishArea(store(), writeSampleArea(root, { script: 'two' }));
    const staged = (await readBuild(writeSampleArea(root, { script: 'three' }))).manifest;
    const of = ({ version }: { version: string }) => ({ area: 'sample', version });
    const unknownVersions = [
      { area: 'totally-made-up', version: '1' },
      of({ version: 'v1' }),
      of({ version: '..' }),
    ];
    expect(await send(...unknownVersions, of(first), of(live), of(staged))).toBe(200);
    expect(await send(...unknownVersions)).toBe(200);
    expect(await fallbackCounts()).toEqual({ [`sample ${first.version}`]: 1, [`sample ${live.version}`]: 1 });
    await uploadVersion(store(), await readBuild(writeSampleArea(root, { script: 'three' })));
    await send(of(live), of(staged));
    expect(await fallbackCounts()).toMatchObject({
      [`sample ${live.version}`]: 2,
      [`sample ${staged.version}`]: 1,
    });
  });

  it('counts reports of a live version whose files are gone', async () => {
    const { version } = await publishArea(store(), writeSampleArea(root, { id: 'lost' }));
    rmSync(path.join(root, 'site', buildFolder('lost', version)), { recursive: true });
    await send({ area: 'lost', version });
    expect(await fallbackCounts()).toMatchObject({ [`lost ${version}`]: 1 });
  });

  it('counts reports while the registry cannot be read', async () => {
    const registry = path.join(root, 'site', 'registry.json');
    const good = readFileSync(registry);
    writeFileSync(registry, 'damaged');
    await send({ area: 'unseen', version: 'v1' });
    writeFileSync(registry, good);
    await send({ area: 'unseen', version: 'v2' });
    expect(Object.keys(await fallbackCounts()).filter((key) => key.startsWith('unseen'))).toEqual([
      'unseen v1',
    ]);
  });

  it('allows the page to load previews, and lists the origins for deploys', async () => {
    const policy = (await product.app.inject('/login')).headers['content-security-policy'];
    expect(policy).toContain("script-src 'self' https://areas.example https://staged.example;");
    const files = (await product.app.inject('/shell/files.json')).json<Record<string, unknown>>();
    expect(files['areaOrigins']).toEqual(['https://areas.example']);
  });

  it('keeps the registry that was read last while the area store is missing, counts that and says what to do', async () => {
    await publishArea(store(), writeSampleArea(root));
    const ids = async () => {
      const { body } = await product.app.inject('/registry.json');
      return (JSON.parse(body) as { areas: { id: string }[] }).areas.map(({ id }) => id);
    };
    const failures = async () => {
      const { body } = await product.app.inject('/metrics');
      expect(body).toContain('alarm_active{condition="area-store-unreadable",severity="critical"}');
      return Number(/^area_registry_failures_total (\d+)$/m.exec(body)?.[1]);
    };
    const alarm = async () => {
      const answer = await product.app.inject({ url: '/api/operations/alarms', headers: headers() });
      const { data } = answer.json<{ data: { condition: string; what: string }[] }>();
      return data.find(({ condition }) => condition === 'area-store-unreadable')?.what;
    };
    expect(await ids()).toContain('sample');
    expect(await alarm()).toBeUndefined();
    const before = await failures();
    const site = path.join(root, 'site');
    renameSync(site, `${site}-away`);
    expect(await ids()).toContain('sample');
    expect(await alarm()).toBe(`The area store ${site} cannot be read. The registry in ${site} is missing.`);
    expect(await failures()).toBeGreaterThan(before);
    renameSync(`${site}-away`, site);
    expect(await ids()).toContain('sample');
    expect(await alarm()).toBeUndefined();
  });

  it('serves areas as soon as a store is back that was missing when the process started, and says so until then', async () => {
    await publishArea(store(), writeSampleArea(root));
    const site = path.join(root, 'site');
    renameSync(site, `${site}-away`);
    const late = await composeProduct(config, opened, { shellDir: path.join(root, 'shell') });
    const read = async () => {
      const registry = await late.app.inject('/registry.json');
      const alarms = await late.app.inject({ url: '/api/operations/alarms', headers: headers() });
      const { data: found } = alarms.json<{ data: { condition: string }[] }>();
      return {
        hasSample: registry.body.includes('"sample"'),
        isAlarmed: found.some(({ condition }) => condition === 'area-store-unreadable'),
      };
    };
    expect(await read()).toEqual({ hasSample: false, isAlarmed: true });
    renameSync(`${site}-away`, site);
    expect(await read()).toEqual({ hasSample: true, isAlarmed: false });
    const page = await late.app.inject('/login');
    expect(page.body).toContain('sample');
    await late.app.close();
  });
});

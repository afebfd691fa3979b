import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BadgeCount, calls } from '@readerlens/contract';
import type { CallDefinition } from '@readerlens/contract';
import type { AreaNavigation, Registry } from '@readerlens/contract/registry';
import { findEntry, findHistory } from '../registry/stored-registry.ts';
import { readRegistry } from '../registry/switch.ts';
import type { AreaStore } from '../store/area-store.ts';
import { directoryStore } from '../store/directory-store.ts';
import { startLiveProduct } from '../testing/live-product.ts';
import type { LiveProduct } from '../testing/live-product.ts';
import { writeSampleArea } from '../testing/sample-area.ts';
import type { SampleArea } from '../testing/sample-area.ts';
import { callFindings } from '../area/contract/call-findings.ts';
import { shapeInDocument, shapeOfDefinition } from '../area/contract/call-shapes.ts';
import { deployAll } from './deploy-all.ts';
import { deployArea } from './deploy.ts';
import type { DeployOptions } from './deploy.ts';
import { readLiveShell } from './live-shell.ts';
import { rollBackArea } from './roll-back.ts';
import { withdrawArea } from './withdraw.ts';

const nowhere = 'http://127.0.0.1:9999';

let live: LiveProduct;
let root: string;
let store: AreaStore;
let logged: string[];

beforeAll(async () => {
  live = await startLiveProduct('site', {
    AREA_ORIGINS: 'https://areas.example',
    PREVIEW_ORIGINS: 'https://staged.example',
  });
});
afterAll(() => live.close());

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'deploy-'));
  rmSync(path.join(live.root, 'site'), { recursive: true, force: true });
  store = directoryStore(path.join(live.root, 'site'));
  logged = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const common = () => ({
  store,
  channel: 'production',
  shell: live.address,
  by: 'tester',
  log: (line: string) => void logged.push(line),
});

const deploy = async (sample: SampleArea = {}, options: Partial<DeployOptions> = {}) => {
  const dir = writeSampleArea(root, sample);
  return deployArea({ ...common(), area: { id: sample.id ?? 'sample', dir }, ...options });
};
const rollBack = (options: { version?: string; force?: boolean; shell?: string } = {}) =>
  rollBackArea({ ...common(), id: 'sample', ...options });

const liveVersions = async (channel = 'production') => {
  const entry = findEntry(await readRegistry(store, channel), 'sample');
  return entry && [entry.version, entry.previous?.version];
};
const output = () => logged.join('\n');

describe('deployArea', () => {
  it('uploads, switches and logs it; the shell serves it without a restart', async () => {
    const first = await deploy({ script: 'api("GET /api/session")' });
    const second = await deploy({ script: 'two' });
    expect(await liveVersions()).toEqual([second.version, first.version]);
    expect(output()).toContain(`sample (sample) ${second.version}`);
    expect(output()).toContain('routes    /sample');
    expect(output()).toContain('uses      1 shared package, 1 API call');
    expect(output()).toContain(`checked   against ${live.address}: nothing breaks`);
    expect(output()).toContain(`live      ${second.version} in production; replaces ${first.version}`);
    expect(output()).toContain(`verified  ${live.address} serves it`);
    const registry = (await (await fetch(`${live.address}/registry.json`)).json()) as Registry;
    expect(registry.areas[0]?.version).toBe(second.version);
    const file = await fetch(`${live.address}${second.base}area.1.js`);
    expect(await file.text()).toBe('two');
    expect(existsSync(path.join(live.root, 'site', first.base, 'area.1.js'))).toBe(true);
  });

  it('refuses a version that needs more than the shell provides, and changes nothing', async () => {
    const first = await deploy();
    const broken = deploy({ script: 'two', requires: { react: '^20.0.0', '@readerlens/ui': '^9.0.0' } });
    await expect(broken).rejects.toMatchObject({
      code: 'would-break',
      message: expect.stringMatching(
        /provides react 19\.\S+, but this area requires \^20\.0\.0\n- .*@readerlens\/ui/,
      ),
    });
    expect(await liveVersions()).toEqual([first.version, undefined]);
  });

  it('continues when forced, and logs the breaking findings', async () => {
    const forced = await deploy({ requires: { react: '^20.0.0' } }, { force: true });
    expect(await liveVersions()).toEqual([forced.version, undefined]);
    expect(output()).toContain('FORCED    the live shell provides react');
    expect(output()).not.toContain('nothing breaks');
  });

  it.each([
    ['GET /api/sample/unread', 'which is not in the contract'],
    ['GET /api/session', 'which does not return { count }'],
  ] as const)('refuses a badge that uses %s', async (call, problem) => {
    const navigation = [
      { group: 'A', label: 'S', to: '/sample', order: 1, access: {}, badge: { call, label: 'unread' } },
    ];
    await expect(deploy({ area: { navigation } })).rejects.toMatchObject({
      code: 'damaged-build',
      message: expect.stringContaining(`uses ${call} for a badge, ${problem}`),
    });
    expect(await liveVersions()).toBeUndefined();
  });

  it('checks badge calls like calls of scripts', async () => {
    const call = 'GET /api/sample/unread';
    const definition = { summary: '', tag: '', access: { kind: 'user' }, data: BadgeCount };
    Object.assign(calls, { [call]: definition });
    const navigation = [
      { group: 'A', label: 'S', to: '/sample', order: 1, access: {}, badge: { call, label: 'unread' } },
    ] satisfies AreaNavigation[];
    try {
      await expect(deploy({ area: { navigation } })).rejects.toMatchObject({
        code: 'would-break',
        message: expect.stringContaining(`${call} is not offered by the live API`),
      });
    } finally {
      Reflect.deleteProperty(calls, call);
    }
  });

  it('refuses a route that belongs to another area, before anything is uploaded', async () => {
    await deploy({ id: 'other', route: '/sample/:id' });
    await expect(
      deploy({ area: { routes: [{ path: '/sample/7', title: '7', access: {} }] } }),
    ).rejects.toMatchObject({
      code: 'would-break',
      message: expect.stringContaining('the route /sample/7 overlaps /sample/:id of the area other'),
    });
    expect(await liveVersions()).toBeUndefined();
    expect(existsSync(path.join(live.root, 'site', 'areas', 'sample'))).toBe(false);
  });

  it('accepts only one of two concurrent deploys with the same route', async () => {
    const results = await Promise.allSettled(['one', 'two'].map((id) => deploy({ id, route: '/both' })));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await readRegistry(store, 'production')).areas).toHaveLength(1);
  });

  it('refuses if the shell is unreachable, unless forced', async () => {
    await expect(deploy({}, { shell: nowhere })).rejects.toMatchObject({
      code: 'shell-unreachable',
      message: expect.stringContaining(`${nowhere} cannot be reached`),
    });
    expect(existsSync(path.join(live.root, 'site'))).toBe(false);
    await deploy({}, { shell: nowhere, force: true });
    expect(output()).toContain(`UNCHECKED ${nowhere} cannot be reached`);
  });

  it('stages without switching, then switches to the staged version', async () => {
    const { version } = await deploy({}, { stage: true });
    expect(await liveVersions()).toBeUndefined();
    expect(output()).toContain(`staged    not live. To make it live: --version ${version}`);
    await deployArea({ ...common(), area: { id: 'sample', dir: undefined }, version });
    expect(await liveVersions()).toEqual([version, undefined]);
  });

  it('promotes a version from one channel to another, and checks it again', async () => {
    const { version } = await deploy({ requires: { react: '^18.0.0' } }, { channel: 'staging', force: true });
    expect([await liveVersions('staging'), await liveVersions()]).toEqual([[version, undefined], undefined]);
    const promote = { ...common(), area: { id: 'sample', dir: undefined }, version };
    await expect(deployArea(promote)).rejects.toMatchObject({ code: 'would-break' });
    await deployArea({ ...promote, force: true });
    expect(await liveVersions()).toEqual([version, undefined]);
  });

  it('refuses a stored version with missing files, and repairs it when deployed from source', async () => {
    const { version, base } = await deploy({}, { stage: true });
    rmSync(path.join(live.root, 'site', base, 'area.1.js'));
    const again = { ...common(), area: { id: 'sample', dir: undefined }, version };
    await expect(deployArea(again)).rejects.toMatchObject({
      code: 'would-break',
      message: expect.stringContaining(`area.1.js is missing in ${store.target}`),
    });
    await deploy();
    expect(output()).toContain('(1 file, 0.0 MB)');
    expect(await liveVersions()).toEqual([version, undefined]);
    await deployArea(again);
  });

  it('notes a route that the new version no longer has', async () => {
    await deploy();
    await deploy({ route: '/other' });
    expect(output()).toContain('note      the route /sample is removed: this version does not have it');
  });

  it('reports an unknown version', async () => {
    const nothing = deployArea({ ...common(), area: { id: 'sample', dir: undefined }, version: 'v0' });
    await expect(nothing).rejects.toMatchObject({ code: 'unknown-version' });
  });

  it('can deploy to another origin that the shell allows', async () => {
    const { base } = await deploy({}, { base: 'https://areas.example' });
    expect(base).toMatch(/^https:\/\/areas\.example\/areas\/sample\/\w+\/$/);
    for (const other of ['https://other.example', 'https://staged.example']) {
      await expect(deploy({ script: 'two' }, { base: other })).rejects.toMatchObject({
        message: expect.stringContaining(`the live shell does not allow areas from ${other}`),
      });
    }
  });

  it('refuses an area whose types have errors, and notes one whose types it cannot check', async () => {
    const source = 'export const count: number = "one";';
    await expect(deploy({ source })).rejects.toMatchObject({
      code: 'would-break',
      message: expect.stringContaining("area.ts(1,14): error TS2322: Type 'string' is not assignable"),
    });
    expect(await liveVersions()).toBeUndefined();
    await deploy({ source: 'export const count: number = 1;' });
    expect(output()).not.toContain('its types');
    expect(output()).toContain('nothing breaks');
    await deploy({ source }, { force: true });
    expect(output()).toContain('FORCED    its types have errors');
    rmSync(path.join(root, 'mf-sample', 'tsconfig.json'));
    await deploy();
    expect(output()).toContain('note      its types are not checked: it has no tsconfig.json');
  });

  it.each([
    ['fetch("/api/nothing")', '/api/nothing'],
    ['fetch(`/api/nothing/${id}/more`)', '/api/nothing/'],
    ['fetch("/api/users/".concat(id,"/nothing"));fetch("/api/session/other?a=b")', '/api/session/other'],
    ['api("GET /api/nothing")', 'GET /api/nothing'],
  ])('refuses an area with %s', async (script, name) => {
    await expect(deploy({ script })).rejects.toMatchObject({
      code: 'would-break',
      message: expect.stringContaining(`- the live API does not offer ${name}, which this area names\n`),
    });
  });

  it.each([
    'fetch("/api/session");fetch(`/api/users/${id}`);x.startsWith("/api/")',
    'open("/api/docs");open("/api/docs/static/index.html");fetch("/api/openapi.json")',
  ])('accepts addresses of calls and pages that the live API offers: %s', async (script) => {
    await deploy({ script });
    expect(output()).toContain('nothing breaks');
  });

  it('refuses a channel that the shell does not read, unless it is forced', async () => {
    const problem = `${live.address} reads the channel production, not staging (AREAS_CHANNEL)`;
    await expect(deploy({}, { channel: 'staging' })).rejects.toMatchObject({
      code: 'would-break',
      message: expect.stringContaining(problem),
    });
    expect(await readRegistry(store, 'staging')).toEqual({ areas: [], history: {} });
    await deploy({}, { channel: 'staging', stage: true });
    expect(output()).not.toContain(problem);
    await deploy({}, { channel: 'staging', force: true });
    expect(output()).toContain(`FORCED    ${problem}`);
    expect(output()).toContain(`NOT LIVE  ${live.address} does not serve it`);
  });

  it('refuses a store that the shell does not read, before and after its first deploy', async () => {
    const other = directoryStore(path.join(root, 'other'));
    const refused = expect.objectContaining({
      message: expect.stringContaining(
        `${live.address} reads another store than ${other.target} (AREAS_STORE)`,
      ),
    });
    await expect(deploy({}, { store: other })).rejects.toEqual(refused);
    await deploy();
    await expect(deploy({}, { store: other })).rejects.toEqual(refused);
    expect(await readRegistry(other, 'production')).toEqual({ areas: [], history: {} });
    await deploy({}, { store: other, stage: true });
    expect(output()).toContain(`WARNING   ${live.address} reads another store`);
  });
});

describe('deployAll', () => {
  it('deploys all areas that are not refused, and reports the others at the end', async () => {
    const areas = [
      { id: 'one', dir: writeSampleArea(root, { id: 'one' }) },
      { id: 'two', dir: writeSampleArea(root, { id: 'two', requires: { react: '^20.0.0' } }) },
      { id: 'three', dir: writeSampleArea(root, { id: 'three' }) },
    ];
    await expect(deployAll(areas, common())).rejects.toThrow('2 of 3 areas are deployed; not two.');
    expect(output()).toContain('the live shell provides react');
    expect((await readRegistry(store, 'production')).areas.map(({ id }) => id)).toEqual(['one', 'three']);
    await deployAll([areas[0]!], common());
    expect(output()).toContain('1 of 1 areas are deployed.');
  });
});

describe("the live API's OpenAPI document", () => {
  it('matches the contract that areas are built with', async () => {
    const { api } = await readLiveShell(live.address);
    const offered = Object.entries<CallDefinition>(calls).flatMap(([key, definition]) => {
      const shape = shapeInDocument(api, key);
      return shape ? [callFindings(key, shapeOfDefinition(definition), shape)] : [];
    });
    expect(offered.length).toBeGreaterThan(20);
    expect(offered.flat()).toEqual([]);
  });
});

describe('rollBackArea', () => {
  const three = async () => {
    const versions: string[] = [];
    for (const script of ['one', 'two', 'three']) versions.push((await deploy({ script })).version);
    return versions;
  };

  it('makes the previous version live, with the version before that as its fallback', async () => {
    const [one, two, bad] = await three();
    await rollBack();
    expect(await liveVersions()).toEqual([two, one]);
    expect(output()).toContain(`live      ${two} in production; replaces ${bad}`);
    expect(findHistory(await readRegistry(store, 'production'), 'sample').at(-1)).toMatchObject({
      version: bad,
      withdrawn: true,
    });
    const fixed = await deploy({ script: 'four' });
    expect(await liveVersions()).toEqual([fixed.version, two]);
  });

  it('rolls back to a given version', async () => {
    const [one] = await three();
    await rollBack({ version: one! });
    expect(await liveVersions()).toEqual([one, undefined]);
  });

  it('lists the known versions when there is no good one left', async () => {
    const [, , bad] = await three();
    await rollBack();
    await rollBack();
    await expect(rollBack()).rejects.toMatchObject({
      code: 'nothing-to-roll-back',
      message: expect.stringContaining(`Choose one with --version: `),
    });
    await expect(rollBack()).rejects.toThrow(`${bad} (rolled back from)`);
  });

  it('checks the target version, unless forced', async () => {
    const old = await deploy({ requires: { react: '^18.0.0' } }, { force: true });
    const now = await deploy({ script: 'two' });
    await expect(rollBack()).rejects.toMatchObject({ code: 'would-break' });
    expect(await liveVersions()).toEqual([now.version, old.version]);
    await rollBack({ force: true });
    expect(await liveVersions()).toEqual([old.version, undefined]);
  });

  it('refuses a target with missing files', async () => {
    const old = await deploy();
    const now = await deploy({ script: 'two' });
    rmSync(path.join(live.root, 'site', old.base, 'remoteEntry.js'));
    await expect(rollBack()).rejects.toThrow('remoteEntry.js is missing');
    expect(await liveVersions()).toEqual([now.version, old.version]);
  });

  it('goes back one step when two rollbacks run at once', async () => {
    const [one, two] = await three();
    const results = await Promise.allSettled([rollBack(), rollBack()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await liveVersions()).toEqual([two, one]);
  });

  it('refuses an area that is not deployed and a version that is already live', async () => {
    await expect(rollBack()).rejects.toThrow(
      `sample is not deployed in production.\nNo areas are deployed in ${store.target} (production).`,
    );
    const { version } = await deploy();
    await expect(rollBack({ version })).rejects.toThrow('is already live');
  });
});

describe('the fallback', () => {
  /** What browsers report for visits of a version. */
  const visit = (version: string, kind: 'mount' | 'failure' = 'mount') =>
    live.db.kysely
      .insertInto('area_sample')
      .values({
        area: 'sample',
        version,
        kind,
        value: kind === 'mount' ? 20 : null,
        phase: kind === 'failure' ? 'load' : null,
        failure: kind === 'failure' ? 'error' : null,
        vital: null,
      })
      .execute();

  const restore = (version: string, shell = live.address) =>
    deployArea({ ...common(), area: { id: 'sample', dir: undefined }, version, shell, force: true });

  beforeEach(() => live.db.kysely.deleteFrom('area_sample').execute());

  it('is the last version that visits proved, through rollback, forward, withdrawal and restore', async () => {
    const a = await deploy({ script: 'a' });
    await visit(a.version);
    const b = await deploy({ script: 'b' });
    await visit(b.version, 'failure');
    await visit(b.version);
    const c = await deploy({ script: 'c' });
    expect(await liveVersions()).toEqual([c.version, a.version]);
    await rollBack({ version: a.version });
    expect(await liveVersions()).toEqual([a.version, undefined]);
    await rollBack({ version: c.version });
    expect(await liveVersions()).toEqual([c.version, a.version]);
    await withdrawArea({ ...common(), id: 'sample' });
    expect(await liveVersions()).toBeUndefined();
    await restore(c.version);
    expect(await liveVersions()).toEqual([c.version, a.version]);
    await visit(c.version);
    const unvisited = await deploy({ script: 'd' });
    expect(await liveVersions()).toEqual([unvisited.version, c.version]);
    await deploy({ script: 'e' });
    expect((await liveVersions())?.[1]).toBe(c.version);
  });

  it('survives the deletion of the measurements, and an unreachable shell', async () => {
    const a = await deploy({ script: 'a' });
    await visit(a.version);
    const b = await deploy({ script: 'b' });
    await live.db.kysely.deleteFrom('area_sample').execute();
    const c = await deploy({ script: 'c' });
    expect(await liveVersions()).toEqual([c.version, a.version]);
    await restore(b.version, nowhere);
    expect(await liveVersions()).toEqual([b.version, a.version]);
  });
});

import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BadgeCount, calls } from '@readerlens/contract';
import type { CallDefinition } from '@readerlens/contract';
import type { AreaNavigation } from '@readerlens/contract/registry';
import { callFindings } from '../area/contract/call-findings.ts';
import { shapeInDocument, shapeOfDefinition } from '../area/contract/call-shapes.ts';
import { readRegistry } from '../registry/switch.ts';
import { directoryStore } from '../store/directory-store.ts';
import { deployWorld } from '../testing/deploy-world.ts';
import { readLiveShell } from './live-shell.ts';

const { deploy, live, liveVersions, output, root, store } = deployWorld();

describe('the checks of a deploy', () => {
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
    expect(existsSync(path.join(live().root, 'site', 'areas', 'sample'))).toBe(false);
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
    rmSync(path.join(root(), 'mf-sample', 'tsconfig.json'));
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
    const problem = `${live().address} reads the channel production, not staging (AREAS_CHANNEL)`;
    await expect(deploy({}, { channel: 'staging' })).rejects.toMatchObject({
      code: 'would-break',
      message: expect.stringContaining(problem),
    });
    expect(await readRegistry(store(), 'staging')).toEqual({ areas: [], history: {} });
    await deploy({}, { channel: 'staging', stage: true });
    expect(output()).not.toContain(problem);
    await deploy({}, { channel: 'staging', force: true });
    expect(output()).toContain(`FORCED    ${problem}`);
    expect(output()).toContain(`NOT LIVE  ${live().address} does not serve it`);
  });

  it('refuses a store that the shell does not read, before and after its first deploy', async () => {
    const other = directoryStore(path.join(root(), 'other'));
    const refused = expect.objectContaining({
      message: expect.stringContaining(
        `${live().address} reads another store than ${other.target} (AREAS_STORE)`,
      ),
    });
    await expect(deploy({}, { store: other })).rejects.toEqual(refused);
    await deploy();
    await expect(deploy({}, { store: other })).rejects.toEqual(refused);
    expect(await readRegistry(other, 'production')).toEqual({ areas: [], history: {} });
    await deploy({}, { store: other, stage: true });
    expect(output()).toContain(`WARNING   ${live().address} reads another store`);
  });
});

describe("the live API's OpenAPI document", () => {
  it('matches the contract that areas are built with', async () => {
    const { api } = await readLiveShell(live().address);
    const offered = Object.entries<CallDefinition>(calls).flatMap(([key, definition]) => {
      const shape = shapeInDocument(api, key);
      return shape ? [callFindings(key, shapeOfDefinition(definition), shape)] : [];
    });
    expect(offered.length).toBeGreaterThan(20);
    expect(offered.flat()).toEqual([]);
  });
});

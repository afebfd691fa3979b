import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Registry } from '@readerlens/contract/registry';
import { readRegistry } from '../registry/switch.ts';
import { deployWorld, nowhere } from '../testing/deploy-world.ts';
import { writeSampleArea } from '../testing/sample-area.ts';
import { deployAll } from './deploy-all.ts';
import { deployArea } from './deploy.ts';

const { common, deploy, live, liveVersions, output, root, store } = deployWorld();

describe('deployArea', () => {
  it('uploads, switches and logs it; the shell serves it without a restart', async () => {
    const first = await deploy({ script: 'api("GET /api/session")' });
    const second = await deploy({ script: 'two' });
    expect(await liveVersions()).toEqual([second.version, first.version]);
    expect(output()).toContain(`sample (sample) ${second.version}`);
    expect(output()).toContain('routes    /sample');
    expect(output()).toContain('uses      1 shared package, 1 API call');
    expect(output()).toContain(`checked   against ${live().address}: nothing breaks`);
    expect(output()).toContain(`live      ${second.version} in production; replaces ${first.version}`);
    expect(output()).toContain(`verified  ${live().address} serves it`);
    const registry = (await (await fetch(`${live().address}/registry.json`)).json()) as Registry;
    expect(registry.areas[0]?.version).toBe(second.version);
    const file = await fetch(`${live().address}${second.base}area.1.js`);
    expect(await file.text()).toBe('two');
    expect(existsSync(path.join(live().root, 'site', first.base, 'area.1.js'))).toBe(true);
  });

  it('keeps who owns it and what it was built from, also in the history; an equal build is the same version', async () => {
    const area = { owner: 'Team Sample', repository: 'https://git.example/sample' };
    const deployFrom = async (commit: string, builtAt: string) => {
      process.env['BUILD_COMMIT'] = commit;
      return deploy({ area, builtAt }).finally(() => delete process.env['BUILD_COMMIT']);
    };
    const first = { ...area, commit: 'c0ffee', builtAt: '2026-03-01T10:00:00.000Z' };
    const { version } = await deployFrom(first.commit, first.builtAt);
    expect(output()).toContain(
      'from      Team Sample, https://git.example/sample, commit c0ffee, built 2026-03-01T10:00:00.000Z',
    );
    const again = await deployFrom('decaf', '2026-03-02T10:00:00.000Z');
    expect(again).toMatchObject({ version, ...first });
    const { areas, history } = await readRegistry(store(), 'production');
    expect(areas).toMatchObject([first]);
    expect(history).toMatchObject({ sample: [{ version, by: 'tester', ...first }] });
  });

  it('accepts only one of two concurrent deploys with the same route', async () => {
    const results = await Promise.allSettled(['one', 'two'].map((id) => deploy({ id, route: '/both' })));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await readRegistry(store(), 'production')).areas).toHaveLength(1);
  });

  it('refuses if the shell is unreachable, unless forced', async () => {
    await expect(deploy({}, { shell: nowhere })).rejects.toMatchObject({
      code: 'shell-unreachable',
      message: expect.stringContaining(`${nowhere} cannot be reached`),
    });
    expect(existsSync(path.join(live().root, 'site'))).toBe(false);
    await deploy({}, { shell: nowhere, force: true });
    expect(output()).toContain(`UNCHECKED ${nowhere} cannot be reached`);
  });

  it('stages without switching, then switches to the staged version', async () => {
    const { version } = await deploy({}, { stage: true });
    expect(await liveVersions()).toBeUndefined();
    const options = `--to ${store().target} --shell ${live().address}`;
    expect(output()).toContain(
      `staged    not live. To make it live: npm run deploy-remote -- sample --version ${version} ${options}`,
    );
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
    rmSync(path.join(live().root, 'site', base, 'area.1.js'));
    const again = { ...common(), area: { id: 'sample', dir: undefined }, version };
    await expect(deployArea(again)).rejects.toMatchObject({
      code: 'would-break',
      message: expect.stringContaining(`area.1.js is missing in ${store().target}`),
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
});

describe('deployAll', () => {
  it('deploys all areas that are not refused, and reports the others at the end', async () => {
    const areas = [
      { id: 'one', dir: writeSampleArea(root(), { id: 'one' }) },
      { id: 'two', dir: writeSampleArea(root(), { id: 'two', requires: { react: '^20.0.0' } }) },
      { id: 'three', dir: writeSampleArea(root(), { id: 'three' }) },
    ];
    await expect(deployAll(areas, common())).rejects.toThrow('2 of 3 areas are deployed; not two.');
    expect(output()).toContain('the live shell provides react');
    expect((await readRegistry(store(), 'production')).areas.map(({ id }) => id)).toEqual(['one', 'three']);
    await deployAll([areas[0]!], common());
    expect(output()).toContain('1 of 1 areas are deployed.');
  });

  it('notes no slot as missing or lost that an area after it brings or no longer fills', async () => {
    const fill = (slot: string) => [{ slot, label: 'Follow', order: 1, to: '/one', access: {} }];
    const own = (slot: string) => [{ slot, context: ['row'] }];
    const write = (filled: string, owned: string) => [
      { id: 'one', dir: writeSampleArea(root(), { id: 'one', area: { links: fill(filled) } }) },
      { id: 'two', dir: writeSampleArea(root(), { id: 'two', area: { slots: own(owned) } }) },
    ];
    const first = write('two/rows/v1', 'two/rows/v1');
    await deployAll(first, common());
    await deployAll(write('two/rows/v2', 'two/rows/v2').toReversed(), common());
    expect(output()).not.toContain('the link Follow');
    expect(output()).not.toContain('its link Follow');
    await deployAll(write('two/rows/v3', 'two/rows/v2'), common());
    expect(output()).toContain('the link Follow is not shown: no deployed area has the slot two/rows/v3');
  });
});

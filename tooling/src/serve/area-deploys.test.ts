import { execFile } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { UploadFile } from '@readerlens/contract';
import type { Registry } from '@readerlens/contract/registry';
import { readBuild } from '../area/area-build.ts';
import type { AreaBuild } from '../area/area-build.ts';
import {
  deployThroughServer,
  orderCanary,
  rollBackThroughServer,
  withdrawThroughServer,
} from '../deploy/through-server.ts';
import { previewLink } from '../deploy/preview-link.ts';
import type { CanaryOrder } from '../deploy/through-server.ts';
import { computeIntegrity } from '../integrity.ts';
import { repositoryRoot } from '../paths.ts';
import { readRegistry } from '../registry/switch.ts';
import { deployWorld } from '../testing/deploy-world.ts';
import { writeSampleArea } from '../testing/sample-area.ts';
import type { SampleArea } from '../testing/sample-area.ts';

const { common, deploy, live, liveVersions, output, root, store } = deployWorld();

describe('deploys through the server', () => {
  let token: string;
  beforeAll(async () => {
    token = await live().createDeployToken('sample');
  });

  const through = () => ({ shell: live().address, token, log: common().log });
  const sample = (area: SampleArea = {}) => ({ id: 'sample', dir: writeSampleArea(root(), area) });
  const deploySample = (area: SampleArea = {}, stage = false) =>
    deployThroughServer({ ...through(), area: sample(area), stage });

  const send = async (method: string, address: string, body: object | string, secret = token) => {
    const isText = typeof body === 'string';
    const response = await fetch(`${live().address}/api/deploys/sample/${address}`, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': isText ? 'application/octet-stream' : 'application/json',
      },
      body: isText ? body : JSON.stringify(body),
    });
    const { message, data } = (await response.json()) as { message: string; data: unknown };
    // Whoever has a token has no checkout, and no store.
    expect(message).not.toMatch(/npm run|npx|--(?:base|channel|force|to)\b/);
    return [response.status, response.ok ? data : message];
  };
  const announce = (
    { manifest, files }: AreaBuild,
    change: { manifest?: object; files?: UploadFile[] } = {},
  ) => ({
    manifest: JSON.stringify({ ...manifest, ...change.manifest }),
    files: [
      ...files.map((file) => ({
        path: file,
        size: 1,
        integrity: manifest.integrity[file] ?? computeIntegrity('{}'),
      })),
      ...(change.files ?? []),
    ],
  });

  it('go live, are rolled back and withdrawn, and stand in history and audit log with the token', async () => {
    const first = await deploySample();
    const second = await deploySample({ script: 'two' });
    expect(await liveVersions()).toEqual([second, first]);
    expect(output()).toContain(`live      ${second}; replaces ${first}`);
    expect(output()).toContain(`verified  ${live().address} serves it`);
    expect(await (await fetch(`${live().address}/areas/sample/${second}/area.1.js`)).text()).toBe('two');
    await rollBackThroughServer({ ...through(), id: 'sample' });
    expect(await liveVersions()).toEqual([first, undefined]);
    const { history } = await readRegistry(store(), 'production');
    expect(history['sample']?.map(({ by }) => by)).toEqual(["deploy token 'CI'", "deploy token 'CI'"]);
    await withdrawThroughServer({ ...through(), id: 'sample' });
    const restore = `npm run deploy-remote -- sample --version ${first} --shell ${live().address}`;
    expect(output()).toContain(`To restore it: ${restore}`);
    expect(await liveVersions()).toBeUndefined();
    const events = await live()
      .db.kysely.selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('action', 'like', 'area.%')
      .orderBy('id', 'desc')
      .limit(4)
      .execute();
    expect(events.map(({ action }) => action)).toEqual([
      'area.withdraw',
      'area.rollback',
      'area.deploy',
      'area.upload',
    ]);
    expect(events[1]?.detail).toMatchObject({
      area: 'sample',
      token: 'CI',
      version: first,
      replaces: second,
    });
  });

  it('are staged without a switch, then switched to without a build', async () => {
    const version = await deploySample({}, true);
    expect(await liveVersions()).toBeUndefined();
    const goLive = `npm run deploy-remote -- sample --version ${version} --shell ${live().address}`;
    expect(output()).toContain(`staged    not live. To make it live: ${goLive}`);
    await deployThroughServer({ ...through(), area: { id: 'sample', dir: undefined }, version });
    expect(await liveVersions()).toEqual([version, undefined]);
    await deploySample();
    expect(output()).toContain('(already uploaded)');
  });

  it('sign a link to a staged version of their area, and of no other', async () => {
    const version = await deploySample({}, true);
    const { address } = live();
    const link = (byToken = { shell: address, token }, minutes = 30) =>
      previewLink({
        id: 'sample',
        version,
        shell: address,
        minutes,
        byToken,
        config: {
          jwtSecret: undefined,
          dataDir: path.join(root(), 'none'),
          preview: { secret: undefined, origins: [] },
        },
        warn: () => {},
      });
    // The product has accepted it, or there is no link.
    expect(await link()).toContain(`${address}/?preview=ey`);
    const other = await live().createDeployToken('other');
    await expect(link({ shell: address, token: other })).rejects.toThrow("is for the area 'other'");
    expect(await send('POST', 'preview', { version: 'v0', minutes: 1 })).toEqual([
      404,
      `${address} has no version v0 of sample.`,
    ]);
    expect(await send('POST', 'preview', { version, minutes: 8 * 24 * 60 })).toEqual([
      400,
      expect.any(String),
    ]);
    const event = await live()
      .db.kysely.selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'area.preview-sign')
      .executeTakeFirst();
    expect(event?.detail).toMatchObject({ area: 'sample', version, minutes: 30, token: 'CI' });
  });

  it('give a staged version to some people first, who lose it when it is stopped, and make it live', async () => {
    const first = await deploySample();
    const second = await deploySample({ script: 'two' }, true);
    const order = (wanted: CanaryOrder) => orderCanary({ ...through(), id: 'sample' }, wanted);
    const readServed = async () => {
      const { areas } = (await (await fetch(`${live().address}/registry.json`)).json()) as Registry;
      const { version, canary } = areas.find(({ id }) => id === 'sample')!;
      return [version, canary?.version, canary?.ring];
    };
    await order({ version: second });
    expect(output()).toContain(`canary    running, for staff; the others have ${first}`);
    expect(await readServed()).toEqual([first, second, 'staff']);
    const page = async (cookie: string) =>
      (await fetch(`${live().address}/sample`, { headers: { cookie } })).text();
    const { canary } = (
      (await (await fetch(`${live().address}/registry.json`)).json()) as Registry
    ).areas.find(({ id }) => id === 'sample')!;
    expect(await page('')).toContain(`href="/areas/sample/${first}/`);
    expect(await page(`readerlens_canaries=sample.${canary!.release}`)).toContain(
      `href="/areas/sample/${second}/`,
    );
    await order({ ring: '50' });
    expect(await readServed()).toEqual([first, second, '50']);
    await order({ state: 'stopped' });
    expect(await readServed()).toEqual([first, undefined, undefined]);
    await order({ version: second });
    await order({ promote: true });
    expect(await liveVersions()).toEqual([second, first]);
    expect(await readServed()).toEqual([second, undefined, undefined]);
    await withdrawThroughServer({ ...through(), id: 'sample' });
  });

  it('refuse a canary that declares something else than the deployed version, or is that', async () => {
    const version = await deploySample({ route: '/sample' });
    const other = await deploySample({ route: '/other' }, true);
    expect(await send('POST', 'canary', { version: other })).toEqual([
      409,
      expect.stringContaining('routes in area.json is not that of the deployed version'),
    ]);
    expect(await send('POST', 'canary', { version })).toEqual([
      409,
      `${version} is the deployed version of sample.`,
    ]);
    expect(await send('PATCH', 'canary', { ring: '5' })).toEqual([404, expect.any(String)]);
    await withdrawThroughServer({ ...through(), id: 'sample' });
    expect(await send('POST', 'canary', { version: other })).toEqual([409, 'sample is not deployed.']);
  });

  it('are refused by the server if they would break another area, whatever the command has checked', async () => {
    await deploy({ id: 'other', route: '/taken' });
    const version = await deploySample({ route: '/taken' }, true);
    expect(await send('POST', 'deploy', { version })).toEqual([
      409,
      expect.stringContaining('the route /taken overlaps /taken of the area other'),
    ]);
    const reserved = await deploySample({ route: '/login' }, true);
    expect(await send('POST', 'deploy', { version: reserved })).toEqual([
      409,
      expect.stringContaining('reserved for the shell'),
    ]);
    const newer = await deploySample({ requires: { react: '^20.0.0' } }, true);
    expect(await send('POST', 'deploy', { version: newer })).toEqual([
      409,
      expect.stringContaining('this area requires ^20.0.0'),
    ]);
    expect(await liveVersions()).toBeUndefined();
    await expect(deploySample({ route: '/taken' })).rejects.toMatchObject({ code: 'would-break' });
  });

  it('are refused with the token of another area', async () => {
    const other = await live().createDeployToken('other');
    await expect(deployThroughServer({ ...through(), token: other, area: sample() })).rejects.toMatchObject({
      code: 'refused',
      message: "This deploy token is for the area 'other', not for 'sample'.",
    });
    expect(existsSync(path.join(live().root, 'site', 'areas'))).toBe(false);
  });

  it('are refused with a version that is unknown, or an area that is not live', async () => {
    const address = live().address;
    expect(await send('POST', 'deploy', { version: 'v0' })).toEqual([
      404,
      `${address} has no version v0 of sample.`,
    ]);
    expect(await send('POST', 'rollback', {})).toEqual([409, 'sample is not deployed.']);
    expect(await send('POST', 'withdraw', {})).toEqual([409, 'sample is not deployed.']);
  });

  it('are not rolled back from their first version', async () => {
    const version = await deploySample();
    expect(await send('POST', 'rollback', {})).toEqual([
      409,
      `sample ${version} has no earlier good version. It is the first version; to remove the area, withdraw it.`,
    ]);
  });

  it.each<[string, { manifest?: object; files?: UploadFile[] }, number, string]>([
    ['the manifest of another area', { manifest: { id: 'other' } }, 400, 'manifest.id is other'],
    [
      'files on another server',
      { manifest: { base: 'https://evil.example/' } },
      400,
      'manifest.base must be',
    ],
    ['a version that leaves its folder', { manifest: { version: '..' } }, 400, 'manifest.version'],
    [
      'an unknown icon',
      {
        manifest: {
          navigation: [{ group: 'A', label: 'B', to: '/sample', order: 1, access: {}, icon: 'zzz' }],
        },
      },
      400,
      'icon is zzz',
    ],
    [
      'a slot of another area',
      { manifest: { slots: [{ slot: 'other/a/v1', context: ['id'] }] } },
      400,
      'start with sample/',
    ],
    ['a script without a hash', { manifest: { preload: ['other.js'] } }, 400, 'has no hash of other.js'],
    [
      'a path that leaves the folder',
      { files: [{ path: '../x.js', size: 1, integrity: computeIntegrity('') }] },
      400,
      'must be a path of plain names',
    ],
    [
      'an own area.json',
      { files: [{ path: 'area.json', size: 1, integrity: computeIntegrity('') }] },
      400,
      'must not be area.json',
    ],
    [
      'a file that is too large',
      { files: [{ path: 'x.bin', size: 20_000_001, integrity: computeIntegrity('') }] },
      413,
      'more than 20 MB',
    ],
    [
      'too many bytes',
      {
        files: [1, 2, 3, 4, 5, 6].map((n) => ({
          path: `x${n}`,
          size: 19_000_000,
          integrity: computeIntegrity(''),
        })),
      },
      413,
      'more than 100 MB',
    ],
  ])('refuses an upload with %s', async (_, change, status, text) => {
    const build = await readBuild(sample().dir);
    expect(await send('POST', 'uploads', announce(build, change))).toEqual([
      status,
      expect.stringContaining(text),
    ]);
    expect(existsSync(path.join(live().root, 'site', 'areas'))).toBe(false);
  });

  it('refuse a file that is not the announced one, and an upload that is not complete', async () => {
    const build = await readBuild(sample({ script: 'one' }).dir);
    const files = announce(build).files.map((file) =>
      file.path === 'area.1.js' ? { ...file, size: 3 } : file,
    );
    const { version } = build.manifest;
    await send('POST', 'uploads', { ...announce(build), files });
    const file = `uploads/${version}/file?path=`;
    expect(await send('PUT', `${file}area.1.js`, 'evi')).toEqual([
      400,
      'area.1.js differs from the announced file.',
    ]);
    expect(await send('PUT', `${file}${encodeURIComponent('../../x.js')}`, 'x')).toEqual([
      400,
      expect.stringContaining('must be a path of plain names'),
    ]);
    expect(await send('PUT', `${file}more.js`, 'x')).toEqual([400, 'more.js is not a file of this upload.']);
    expect(await send('PUT', `${file}area.1.js`, 'one')).toEqual([200, null]);
    expect(await send('POST', `uploads/${version}/finish`, {})).toEqual([
      409,
      expect.stringContaining('remoteEntry.js is missing'),
    ]);
    expect(await send('POST', 'deploy', { version })).toMatchObject([404, {}]);
    expect(await send('POST', 'uploads/v9/finish', {})).toEqual([404, 'No upload of sample v9 has begun.']);
  });

  it('leave nothing but the version, also if two deploys upload it at the same time', async () => {
    const build = await readBuild(sample({ script: 'one' }).dir);
    const { version } = build.manifest;
    const uploads = path.join(live().root, 'site', 'uploads', 'sample');
    const { files, ...rest } = announce(build);
    const sized = await Promise.all(
      files.map(async (file) => {
        const bytes = await readFile(path.join(build.dist, file.path));
        return { ...file, size: bytes.length, integrity: computeIntegrity(bytes) };
      }),
    );
    const begin = () => send('POST', 'uploads', { ...rest, files: sized });
    await begin();
    const [, data] = await begin();
    const { missing } = data as { missing: string[] };
    const put = (name: string, text: string) => send('PUT', `uploads/${version}/file?path=${name}`, text);
    const finish = () => send('POST', `uploads/${version}/finish`, {});
    for (const name of missing)
      expect(await put(name, await readFile(path.join(build.dist, name), 'utf8'))).toEqual([200, null]);
    expect(readdirSync(uploads)).toEqual([`${version}.json`]);
    expect((await finish())[0]).toBe(200);
    expect(readdirSync(uploads)).toEqual([]);

    expect(await put('area.1.js', 'one')).toEqual([200, null]);
    expect(await put('area.1.js', 'two')).toEqual([404, `No upload of sample ${version} has begun.`]);
    expect((await finish())[0]).toBe(200);
  });

  it('never change a version that is complete, but repair it', async () => {
    const version = await deploySample();
    const build = await readBuild(sample().dir);
    const name = { manifest: { name: 'Other' } };
    expect(await send('POST', 'uploads', announce(build, name))).toEqual([
      409,
      `sample ${version} is already uploaded with another description.`,
    ]);
    const { manifest, files } = announce(build);
    const changed = files.map((file) =>
      file.path.endsWith('.map') ? { ...file, integrity: computeIntegrity('other') } : file,
    );
    expect(await send('POST', 'uploads', { manifest, files: changed })).toEqual([
      409,
      `sample ${version} is already uploaded with another area.1.js.map.`,
    ]);
    rmSync(path.join(live().root, 'site', 'areas', 'sample', version, 'area.1.js'));
    expect(await send('POST', 'deploy', { version })).toEqual([
      409,
      expect.stringContaining('area.1.js is missing'),
    ]);
    await deploySample();
    expect(output()).toContain('(1 file)');
  });

  it('are made by the commands with the token in the environment', async () => {
    const run = (command: string, ...args: string[]) =>
      new Promise<[number, string]>((resolve) => {
        const script = path.join(repositoryRoot, 'tooling', 'src', 'cli', `${command}.ts`);
        const env = { ...process.env, READERLENS_DEPLOY_TOKEN: token, PUBLIC_URL: live().address };
        execFile(process.execPath, [script, sample().dir, ...args], { env }, (error, out, err) =>
          resolve([error ? Number(error.code) : 0, out + err]),
        );
      });
    expect(await run('deploy-remote')).toEqual([0, expect.stringContaining(`verified  ${live().address}`)]);
    expect(await run('deploy-remote', '--force')).toEqual([
      2,
      expect.stringContaining('--force needs access'),
    ]);
    expect(await run('withdraw-remote')).toEqual([0, expect.stringContaining('sample is removed from')]);
    expect(await run('rollback')).toEqual([1, expect.stringContaining('sample is not deployed.')]);
  });
});

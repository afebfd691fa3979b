import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Registry } from '@readerlens/contract/registry';
import { freePort } from '@readerlens/api/free-port';
import { startLiveProduct } from '../testing/live-product.ts';
import type { LiveProduct } from '../testing/live-product.ts';
import { teamRepository } from '../testing/team-repository.ts';
import type { TeamRepository } from '../testing/team-repository.ts';

/** A team without a checkout of this repository: all that it has is the kit that a running product serves. */
describe('an area from another repository', () => {
  let live: LiveProduct;
  let team: TeamRepository;

  beforeAll(async () => {
    live = await startLiveProduct('site', { PREVIEW_SECRET: 'a secret of thirty-two characters or more' });
    const kit = (await (await fetch(`${live.address}/shell/kit.json`)).json()) as { address: string };
    team = await teamRepository(`${live.address}${kit.address}`, {
      PREVIEW_SECRET: 'a secret of thirty-two characters or more',
    });
  });

  afterAll(async () => {
    team.remove();
    await live.close();
  });

  const shell = () => ['--shell', live.address];
  const target = () => ['--to', path.join(live.root, 'site'), ...shell()];
  const run = async (...args: string[]) => {
    const { code, out, err } = await team.run(...args);
    expect([code, err]).toEqual([0, '']);
    return out;
  };
  const readVersion = (out: string) => /\(client-notes\) (\w+)/.exec(out)?.[1] ?? '';
  const liveAreas = async () =>
    ((await (await fetch(`${live.address}/registry.json`)).json()) as Registry).areas;
  const liveVersions = async () => (await liveAreas()).map(({ version }) => version);
  const screen = () => path.join(team.root, 'src', 'client-notes.screen.tsx');
  const change = (from: string, to: string) =>
    writeFileSync(screen(), readFileSync(screen(), 'utf8').replace(from, to));

  it('is created, built, deployed and served', async () => {
    await run('create', 'client-notes');
    team.install();
    const built = readVersion(await run('build', '.'));
    const out = await run('deploy', '.', ...target());
    expect(out).toContain(`checked   against ${live.address}: nothing breaks`);
    expect(out).toContain(`verified  ${live.address} serves it`);
    expect(out).not.toContain('another release');
    // Neither the check of types nor a second run makes it another version.
    expect([readVersion(out), ...(await liveVersions())]).toEqual([built, built]);
    const [area] = await liveAreas();
    expect(area).toMatchObject({ id: 'client-notes', routes: [{ path: '/client-notes' }] });
    const served = await fetch(new URL(`${area!.base}${area!.entry}`, live.address));
    expect(await served.text()).toContain(area!.container);
  });

  it('passes its tests with the preset of the kit', async () => {
    const { code, err } = await team.test();
    expect([code, err]).toEqual([0, expect.stringContaining('2 passed')]);
  });

  it('is shown in the product while it is developed', async () => {
    const address = `http://localhost:${await freePort()}`;
    const stop = await team.runUntil('Stop with', 'dev', '.', '--port', new URL(address).port, ...shell());
    const page = await (await fetch(`${address}/client-notes`, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('"base":"/dev/remote/areas/client-notes/');
    await stop();
  });

  it('is staged, rolled back and withdrawn', async () => {
    const [first = ''] = await liveVersions();
    change('Signed in as', 'You are');
    const manifest = path.join(team.root, 'node_modules', '@readerlens', 'area-kit', 'package.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/-h\w+/, '-h0lder'));
    const out = await run('stage', '.', ...target());
    expect(out).toContain('this kit, 0lder, is of another release');
    const staged = readVersion(out);
    expect(await liveVersions()).toEqual([first]);
    const link = await run('preview-link', '.', '--version', staged, ...shell());
    expect(link).toContain(`${live.address}/?preview=`);
    await run('deploy', 'client-notes', '--version', staged, ...target());
    expect(await liveVersions()).toEqual([staged]);
    await run('rollback', '.', ...target());
    expect(await liveVersions()).toEqual([first]);
    await run('withdraw', '.', ...target());
    expect(await liveVersions()).toEqual([]);
  });

  it('is refused if it does not fit the types of the kit', async () => {
    change("'GET /api/session'", "'GET /api/sessions'");
    change('title=', 'heading=');
    const { code, err } = await team.run('deploy', '.', ...target());
    expect(code).toBe(1);
    expect(err).toContain('its types have errors');
    expect(err).toContain('\'"GET /api/sessions"\'');
    expect(err).toContain("Property 'heading' does not exist");
    expect(await liveVersions()).toEqual([]);
  });
});

// The package of the product as an operator gets it: in a folder beside which there is nothing, on Node alone.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { password } from '../commands/accounts.ts';
import { freePort } from '@readerlens/api/free-port';
import { npmRun, runNode, startNode } from '../commands/npm.ts';
import { expect, test } from '../fixtures.ts';
import { logInWith } from '../pages/public.page.ts';
import { shell } from '../pages/shell.page.ts';

test('the package serves pages and areas, and runs commands, on Node alone', async ({ page }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'readerlens-package-'));
  const written = await npmRun({})('package', '--to', folder);
  expect([written.code, written.err, written.out]).toEqual([0, '', expect.stringContaining(folder)]);
  const [name = ''] = readdirSync(folder);
  const inPackage = (...parts: string[]) => path.join(folder, name, ...parts);
  const entry = inPackage('readerlens.mjs');
  const { version, commit = '' } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as {
    version: string;
    commit?: string;
  };
  // The checkout can be one without git.
  expect([version, name]).toEqual([
    commit === '' ? expect.not.stringContaining('+') : expect.stringContaining(`+${commit.slice(0, 12)}`),
    expect.stringContaining(`readerlens-${version}-`),
  ]);
  expect(readFileSync(inPackage('docs', 'operating.md'), 'utf8')).toContain('](upgrading.md)');
  expect(existsSync(inPackage('docs', 'upgrading.md'))).toBe(true);

  const port = await freePort();
  const address = `http://localhost:${port}`;
  const work = mkdtempSync(path.join(folder, 'work-'));
  const place = { cwd: work, env: { PORT: String(port), PUBLIC_URL: address } };
  const email = 'first@company.example';
  // Without it, the start would load the demo.
  const admin = await runNode(place, entry, 'create-admin', email);
  expect([admin.code, admin.err]).toEqual([0, '']);
  const token = admin.out.trim().split('/').at(-1);

  const product = startNode(place, entry, 'start');
  await product.hasPrinted('Stop with Ctrl-C.');
  const chosen = await page.request.post(`${address}/api/set-password/from-token`, {
    data: { token, password },
  });
  expect(chosen.status()).toBe(200);
  await page.goto(`${address}/admin/users`);
  await logInWith(page, email, password);
  // The page is of an area.
  await expect(shell(page).heading('Manage Users')).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();
  await page.goto(`${address}/admin/operations`);
  await expect(page.getByRole('table', { name: 'Processes' }).getByText(version)).toBeVisible();
  // The page would go on to refresh while the product stops.
  await page.goto('about:blank');
  const metrics = await (await page.request.get(`${address}/metrics`)).text();
  expect(metrics).toContain(`readerlens_build_info{version="${version}",commit="${commit}"} 1`);

  const taken = await runNode(place, entry, 'start');
  expect([taken.code, taken.err]).toEqual([
    1,
    expect.stringContaining(`choose another port: PORT=${port + 1} node ${entry} start`),
  ]);
  const kit = (await (await page.request.get(`${address}/shell/kit.json`)).json()) as { address: string };
  expect((await page.request.head(address + kit.address)).status()).toBe(200);
  expect(await product.stop()).toBe(0);
  await test.step('deploys its areas to a store, without notes of what a package does not have', async () => {
    const areas = path.join(folder, 'areas');
    const withStore = { ...place, env: { ...place.env, AREAS_STORE: areas } };
    const served = startNode(withStore, entry, 'start');
    await served.hasPrinted('Stop with Ctrl-C.');
    const all = await runNode(withStore, entry, 'deploy-remote', '--all', '--shell', address);
    expect([all.code, all.err]).toEqual([0, '']);
    expect(all.out).toMatch(/^(\d+) of \1 areas are deployed\.$/m);
    expect(all.out).not.toMatch(/^ +note /m);
    expect(await served.stop()).toBe(0);
  });
  // All that it writes is in its own folder of data.
  expect([readdirSync(work), existsSync(path.join(work, '.data', 'areas'))]).toEqual([['.data'], true]);
  rmSync(folder, { recursive: true });
});

test('the package of another commit is written beside the one before', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'readerlens-package-'));
  for (const BUILD_COMMIT of ['c0ffee1', 'c0ffee2']) {
    const written = await npmRun({ BUILD_COMMIT })('package', '--to', folder);
    expect([written.code, written.err]).toEqual([0, '']);
  }
  const versions = readdirSync(folder)
    .toSorted()
    .map((name) => {
      const manifest = JSON.parse(readFileSync(path.join(folder, name, 'package.json'), 'utf8')) as object;
      return [name, 'commit' in manifest && manifest.commit];
    });
  expect(versions).toEqual([
    [expect.stringContaining('+c0ffee1-'), 'c0ffee1'],
    [expect.stringContaining('+c0ffee2-'), 'c0ffee2'],
  ]);
  rmSync(folder, { recursive: true });
});

test('a package without a commit says so, and keeps the version of its sources', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'readerlens-package-'));
  // As if the checkout were no repository.
  const unknown = await npmRun({ BUILD_COMMIT: '', GIT_DIR: folder })('package', '--to', folder);
  expect([unknown.code, unknown.err, unknown.out]).toEqual([
    0,
    '',
    expect.stringContaining('no commit is known'),
  ]);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^readerlens-[\d.]+-/)]);
  rmSync(folder, { recursive: true });
});

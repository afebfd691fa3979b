// The package of the product as an operator gets it: in a folder beside which there is nothing, on Node alone.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { password } from '../commands/accounts.ts';
import { freePort, npmRun, runNode, startNode } from '../commands/npm.ts';
import { expect, test } from '../fixtures.ts';
import { logInWith } from '../pages/public.page.ts';
import { shell } from '../pages/shell.page.ts';

test('the package serves pages and areas, and runs commands, on Node alone', async ({ page }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'readerlens-package-'));
  const written = await npmRun({})('package', '--to', folder);
  expect([written.code, written.err, written.out]).toEqual([0, '', expect.stringContaining(folder)]);
  const entry = path.join(folder, readdirSync(folder)[0]!, 'readerlens.mjs');

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
  const kit = (await (await page.request.get(`${address}/shell/kit.json`)).json()) as { address: string };
  expect((await page.request.head(address + kit.address)).status()).toBe(200);
  expect(await product.stop()).toBe(0);
  // All that it writes is in its own folder of data.
  expect([readdirSync(work), existsSync(path.join(work, '.data', 'areas'))]).toEqual([['.data'], true]);
  rmSync(folder, { recursive: true });
});

import { clients } from '../commands/accounts.ts';
import { storageKeys, storedSession } from '../commands/session.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import { filterPanel } from '../pages/filter-panel.page.ts';
import { oneClient, overview, readFigures } from '../pages/overview.page.ts';
import { logInAs, shell } from '../pages/shell.page.ts';

test.describe('impersonation', () => {
  test(
    "shows the other user's view with a banner, and ends",
    { tag: mainStory },
    async ({ page, signedIn }) => {
      const { adminMenu, banner, sidebar } = shell(page);
      await signedIn('admin');
      await page.goto(oneClient);
      await expect(overview(page).heading).toBeVisible();
      const own = (await storedSession(page))[storageKeys.token];
      await logInAs(page, 'Clio');
      const impersonating = banner('You are logged in as Clio Client(client@demo.example)');
      await expect(impersonating).toBeVisible();
      await expect(sidebar).toContainText('Clio Client');
      await expect(adminMenu).toHaveCount(0);
      await test.step("shows the other user's clients on the start page", async () => {
        await expect(page.getByRole('main')).toContainText(clients.kestrowel.name);
        expect(new URL(page.url()).pathname).toBe('/');
      });
      await test.step("uses the other user's token and keeps the original one", async () => {
        const stored = await storedSession(page);
        expect(stored[storageKeys.originalAdmin]).toBe(own);
        expect(stored[storageKeys.impersonated]).toBe(stored[storageKeys.token]);
        expect(stored[storageKeys.token]).not.toBe(own);
      });
      await page.reload();
      await expect(impersonating).toBeVisible();
      const ended = page.waitForRequest((request) => request.url().endsWith('/api/auth/end-impersonation'));
      await page.getByRole('button', { name: 'Return to your Account' }).click();
      await expect(impersonating).toHaveCount(0);
      await test.step('the filters are reset, as after login', async () => {
        await expect(filterPanel(page).panel).toBeVisible();
      });
      await expect(sidebar).toContainText('Adria Admin');
      await expect(adminMenu).toBeVisible();
      expect((await ended).headers()['authorization']).toBe(`Bearer ${own}`);
      expect(await storedSession(page)).toMatchObject({
        [storageKeys.token]: own,
        [storageKeys.impersonated]: null,
        [storageKeys.originalAdmin]: null,
      });
    },
  );

  test('offers only users with a lower role, and shows why impersonation failed', async ({
    page,
    signedIn,
  }) => {
    const { adminMenu, logInAsItem, dialog, toast } = shell(page);
    await signedIn('admin');
    await page.goto(oneClient);
    await adminMenu.click();
    await logInAsItem.click();
    const form = dialog('Log in as another user');
    const user = form.getByRole('combobox', { name: 'User' });
    await user.fill('a');
    await expect(page.getByRole('option').first().or(page.getByText('No matches'))).toBeVisible();
    for (const name of [/Sylvane/, /Adria/]) await expect(page.getByRole('option', { name })).toHaveCount(0);
    await user.fill('Clio');
    await page.getByRole('option', { name: /Clio/ }).click();
    await page.route('**/api/auth/impersonate', (route) =>
      route.fulfill({ json: { success: true, data: {} } }),
    );
    await form.getByRole('button', { name: 'Log in as this user' }).click();
    await expect(toast('Failed to impersonate user: ')).toHaveRole('alert');
    await expect(form).toBeVisible();
  });

  test('logging out ends the original session as well', async ({ page, signedIn }) => {
    await signedIn('admin', { own: true });
    await page.goto(oneClient);
    await logInAs(page, 'Primo');
    await test.step('the original search is not used as the other user', async () => {
      await expect(page.getByRole('main')).toContainText(clients.norvane.name);
      await readFigures(page);
      expect(decodeURIComponent(page.url())).not.toContain(`Clients:${clients.aurelis.id}`);
    });
    await shell(page).logOut.click();
    await expect(page).toHaveURL('/login');
    expect(Object.values(await storedSession(page)).filter((value) => value !== null)).toEqual([]);
  });
});

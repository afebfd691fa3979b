import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { APIRequestContext } from '@playwright/test';
import { statesInBothSizes } from '../commands/looks.ts';
import { createUser, findUser } from '../commands/users.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import { apiDetails, openApiDetails } from '../pages/api-details.page.ts';
import { shell } from '../pages/shell.page.ts';

const run = promisify(execFile);

const accessToken = async (request: APIRequestContext, id: string, secret: string) => {
  const answer = await request.post('/api/token', {
    form: { grant_type: 'client_credentials', client_id: id, client_secret: secret },
  });
  return [answer.status(), ((await answer.json()) as { access_token?: string }).access_token] as const;
};

test(
  'a secret reads data until it is replaced, and is shown once',
  { tag: mainStory },
  async ({ page, context, request, signedIn }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { id } = await createUser(request, { enableApiAccess: true });
    const { apiClientId } = (await findUser(request, id)) as { apiClientId: string };
    const { card, secret, command, warning, copy, close, generate } = apiDetails(page);
    await signedIn('admin');
    await openApiDetails(page, id);
    await expect(card).toContainText(new URL(page.url()).origin);
    await expect(card).toContainText(apiClientId);
    await expect(secret).toHaveCount(0);
    await generate();
    await expect(warning).toBeVisible();
    const first = await secret.innerText();
    await copy.click();
    await expect(shell(page).toast('Secret copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
    const { stdout } = await run('sh', ['-c', await command.innerText()]);
    expect(JSON.parse(stdout)).toMatchObject({ token_type: 'Bearer' });
    const [status, token] = await accessToken(request, apiClientId, first);
    expect(status).toBe(200);
    const rows = () =>
      request.post('/api/activities/page', {
        headers: { authorization: `Bearer ${token}` },
        data: { filters: [{ field: 'Clients', value: [{ id: '1' }] }], limit: 5 },
      });
    const { data } = (await (await rows()).json()) as { data: { items: unknown[] } };
    expect(data.items).toHaveLength(5);

    await close.click();
    await expect(secret).toHaveCount(0);
    await generate();
    await expect(secret).not.toHaveText(first);
    expect((await rows()).status()).toBe(401);
    expect((await accessToken(request, apiClientId, first))[0]).toBe(401);
    const second = await secret.innerText();
    expect((await accessToken(request, apiClientId, second))[0]).toBe(200);

    await page.reload();
    await expect(card).toContainText(apiClientId);
    await expect(page.getByText(second)).toHaveCount(0);
  },
);

test('API details: axe finds nothing, and nothing is wider than the window', async ({
  page,
  request,
  signedIn,
}) => {
  const { id } = await createUser(request, { enableApiAccess: true });
  const { card, generate, warning } = apiDetails(page);
  const state = statesInBothSizes(page);
  await signedIn('admin');
  await state('without a secret', card, () => openApiDetails(page, id));
  await state('with a secret', warning, () => generate());
});

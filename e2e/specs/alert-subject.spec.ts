import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { clients } from '../commands/accounts.ts';
import { alertUser } from '../commands/alerts.ts';
import { callWith } from '../commands/api.ts';
import { linkTo } from '../commands/dashboard.ts';
import { startWith } from '../commands/session.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import { alertsPage, wizardPage } from '../pages/alerts.page.ts';

const quarter = { clients: [clients.aurelis.id], relative: '-90d' };

const alertInNineClicks = async (page: Page, request: APIRequestContext) => {
  const view = wizardPage(page);
  const { token } = await alertUser(request);
  await startWith(page, token);
  await page.goto(linkTo(quarter));
  let clicks = 0;
  const click = async (target: Locator) => {
    await target.click();
    clicks += 1;
  };
  await click(page.getByRole('link', { name: 'Rising accounts', exact: true }));
  const bell = page.getByRole('link', { name: /^Create alert: / }).first();
  const name = (await bell.getAttribute('aria-label'))?.replace('Create alert: ', '') ?? '';
  const ranking = page.url();
  await click(bell);
  await expect(page.getByText(`The alert will be about the organization ${name}.`)).toBeVisible();
  await expect(view.title).toHaveValue(name);
  await click(view.type('Series of activities'));
  await click(view.proceed);
  const choice = page.getByRole('checkbox', { name: `Only the organization ${name}` });
  await expect(choice).toBeChecked();
  for (const step of ['Behavior Threshold', 'Set Alert', 'Frequency/Format', 'Activate']) {
    await click(view.proceed);
    await expect(view.form(step)).toBeVisible();
    await expect(view.lastMonth).toBeVisible();
  }
  await click(view.finish);
  await expect(alertsPage(page).heading).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(9);
  const [{ id } = { id: '' }] = (
    await callWith<{ items: { id: string }[] }>(request, token, 'POST', '/api/notifications/search', {})
  ).items;
  const read = () =>
    callWith<{ subject: unknown; scheduleActive: boolean }>(request, token, 'GET', `/api/notification/${id}`);
  expect(await read()).toMatchObject({ subject: { kind: 'Organization', name }, scheduleActive: true });
  return { view, name, ranking, id, choice, read };
};

test(
  'a client user without a right to search by organizations is told about the one that heats up most, in nine clicks',
  { tag: mainStory },
  async ({ page, request }) => {
    const { view, name, ranking, id, choice, read } = await alertInNineClicks(page, request);

    await test.step('the ranking marks the organization, with a link to the alert', async () => {
      await page.goto(ranking);
      const mark = page.getByRole('link', { name: 'Alert', exact: true });
      await expect(mark).toHaveCount(1);
      await expect(page.getByRole('row').filter({ has: mark })).toContainText(name);
      await mark.click();
      await expect(view.title).toHaveValue(name);
    });

    await test.step('the user makes it about all', async () => {
      await page.goto(`/notification/${id}/2`);
      await choice.uncheck();
      await view.proceed.click();
      await expect(view.form('Behavior Threshold')).toBeVisible();
      expect((await read()).subject).toBeNull();
    });
  },
);

test('so does one with a phone', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await alertInNineClicks(page, request);
});

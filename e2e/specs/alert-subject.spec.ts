import { clients } from '../commands/accounts.ts';
import { alertUser } from '../commands/alerts.ts';
import { callAs, callWith } from '../commands/api.ts';
import { buildBody, linkTo } from '../commands/dashboard.ts';
import { startWith } from '../commands/session.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import { wizardPage } from '../pages/alerts.page.ts';

const quarter = { clients: [clients.aurelis.id], relative: '-90d' };

test(
  'a client user without a right to search by organizations creates an alert about one',
  { tag: mainStory },
  async ({ page, request }) => {
    const view = wizardPage(page);
    const { token } = await alertUser(request);
    const org = await callAs<{ id: string; name: string }>(
      request,
      'internal',
      'POST',
      '/api/reader-co-dashboard/most-active-org',
      buildBody(quarter),
    );
    await startWith(page, token);
    await page.goto(linkTo(quarter, '/analytics/most-active-companies-dashboard'));
    await page.getByRole('link', { name: `Create alert: ${org.name}`, exact: true }).click();
    await expect(
      page.getByText('The alert will be about the organization that you came from.'),
    ).toBeVisible();
    await view.title.fill('One account');
    await view.proceed.click();

    const choice = page.getByRole('checkbox', { name: `Only the organization ${org.name}` });
    await expect(choice).toBeChecked();
    await view.select('Activity Type').click();
    await view.option('Engagement').click();
    await page.keyboard.press('Escape');
    await view.proceed.click();
    await expect(view.form('Set Alert')).toBeVisible();
    const [, id = ''] = /notification\/([\da-f-]{36})\//.exec(page.url()) ?? [];
    const read = () => callWith<{ subject: unknown }>(request, token, 'GET', `/api/notification/${id}`);
    expect((await read()).subject).toEqual({ kind: 'Organization', id: org.id, name: org.name });

    await test.step('the ranking marks the organization, with a link to the alert', async () => {
      await page.goto(linkTo(quarter, '/analytics/most-active-companies-dashboard'));
      const mark = page.getByRole('link', { name: 'Alert', exact: true });
      await expect(mark).toHaveCount(1);
      await expect(page.getByRole('row').filter({ has: mark })).toContainText(org.name);
      await mark.click();
      await expect(view.title).toHaveValue('One account');
    });

    await test.step('the user makes it about all', async () => {
      await page.goto(`/notification/${id}/2`);
      await choice.uncheck();
      await view.proceed.click();
      await expect(view.form('Set Alert')).toBeVisible();
      expect((await read()).subject).toBeNull();
    });
  },
);

import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { alertUser, createAlert, renameAlert } from '../commands/alerts.ts';
import { callAs } from '../commands/api.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { startWith } from '../commands/session.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import { alertsPage, openAlerts, openStep, wizardPage } from '../pages/alerts.page.ts';
import { shell } from '../pages/shell.page.ts';

test(
  'a client creates an alert step by step, and it is scheduled',
  { tag: mainStory },
  async ({ page, request }) => {
    const { user, token } = await alertUser(request);
    const view = wizardPage(page);
    const list = alertsPage(page);
    await startWith(page, token);

    await test.step('chooses the type and names it', async () => {
      await openAlerts(page);
      await list.newAlert.click();
      await expect(view.heading('Create Alert')).toBeVisible();
      await view.type('Series of activities').click();
      await view.proceed.click();
      await expect(view.title).toHaveAccessibleDescription(/Alert Title is required/);
      await view.title.fill('Busy organizations');
      await view.proceed.click();
      await expect(page).toHaveURL(/\/notification\/[\da-f-]{36}\/2$/);
    });
    await test.step('defines the filters; the only client is selected', async () => {
      await expect(view.button('Remove Aurelis Bioprocess')).toBeVisible();
      await view.proceed.click();
      await expect(shell(page).toast('Activity type is required')).toBeVisible();
      await view.select('Activity Type').click();
      await view.option('Engagement').click();
      await page.keyboard.press('Escape');
      await view.proceed.click();
      await expect(view.form('Behavior Threshold')).toBeVisible();
    });
    await test.step('sets the behavior, which survives a reload', async () => {
      await view.radio('Reader Organization').check({ force: true });
      await view.number('Minimum activities').fill('5');
      await view.number('Unique readers').fill('');
      await view.proceed.click();
      await expect(view.problem.first()).toHaveText('Please correct the below highlighted errors.');
      await expect(view.number('Unique readers')).toBeFocused();
      await page.keyboard.type('2');
      await page.keyboard.press('Enter');
      await expect(view.form('Set Alert')).toBeVisible();
      await view.step('Behavior Threshold').click();
      await page.reload();
      await expect(view.number('Minimum activities')).toHaveValue('5');
      await expect(view.number('Unique readers')).toHaveValue('2');
    });
    await test.step('sees how much it would have matched, which changes with a field', async () => {
      await expect(view.rule).toContainText(
        'An organization with at least 5 activities by at least 2 readers',
      );
      const strict = await view.lastMonth.innerText();
      await view.number('Minimum activities').fill('2');
      await expect(view.rule).toContainText('at least 2 activities');
      await expect(view.lastMonth).not.toHaveText(strict);
      const loose = await view.lastMonth.innerText();
      const total = Number(/[\d,]+/.exec(loose)?.[0].replace(',', ''));
      await view.button('Show back-test').click();
      const backTest = view.dialog('Back-test');
      await expect(backTest.getByText(loose)).toBeVisible();
      await expect(backTest.getByRole('combobox', { name: 'Run' }).locator('option').last()).toHaveText(
        new RegExp(`: ${total.toLocaleString('en-US')}$`),
      );
      await page.keyboard.press('Escape');
      await view.number('Minimum activities').fill('5');
      await expect(view.lastMonth).toHaveText(strict);
      await view.proceed.click();
    });
    await test.step('has the creator as the recipient', async () => {
      await expect(view.recipient(user.email)).toContainText('Creator');
      await view.proceed.click();
    });
    await test.step('chooses a schedule', async () => {
      await view.select('Frequency').selectOption('Weekly');
      await view.select('Day of week').selectOption('Friday');
      await expect(page.getByText(/^Runs every Friday at 06:00/)).toBeVisible();
      await view.proceed.click();
    });
    await test.step('sees what it would have reported, and activates it', async () => {
      await expect(view.form('Activate')).toContainText('Engagement');
      await view.button('Show back-test').click();
      const run = view.dialog('Back-test').getByRole('combobox', { name: 'Run' });
      await expect(run.locator('option')).toHaveCount(12);
      await page.keyboard.press('Escape');
      await view.finish.click();
      await expect(shell(page).toast('Busy organizations is active')).toBeVisible();
      await expect(list.row('Busy organizations')).toContainText('Schedule Active');
      await expect(list.row('Busy organizations')).toContainText('Notification Scheduled');
    });
  },
);

test('a complete alert is edited, snoozed and deleted', async ({ page, request }) => {
  const { token } = await alertUser(request);
  const id = await createAlert(request, token, 'Every webinar');
  const view = wizardPage(page);
  const list = alertsPage(page);
  await startWith(page, token);

  await test.step('its page has no Activate step, and asks before changes are lost', async () => {
    await openAlerts(page);
    await list.link('Every webinar').click();
    await expect(view.heading('Edit Alert')).toBeVisible();
    await expect(view.step('Name/Description')).toBeVisible();
    await expect(view.step('Activate')).toHaveCount(0);
    await view.title.fill('Each webinar');
    await view.step('Set Alert').click();
    await view.question('Leave without saving your changes?').getByRole('button', { name: 'Stay' }).click();
    await view.button('Save and close').click();
    await expect(list.link('Each webinar')).toBeVisible();
    await expect(list.row('Each webinar')).toContainText('Notification Ready To Be Scheduled');
  });
  await test.step('the schedule is activated with the frequency', async () => {
    await openStep(page, id, 4, 'Frequency/Format');
    await view.toggle('Schedule active').check({ force: true });
    await view.save.click();
    await expect(list.row('Each webinar')).toContainText('Schedule Active');
  });
  await test.step('it is snoozed', async () => {
    await list.action('Snooze Each webinar').click();
    await list.dialog('Snooze Each webinar').getByRole('button', { name: 'Snooze', exact: true }).click();
    await expect(list.row('Each webinar')).toContainText('Snoozed until');
    await list.action('End snooze of Each webinar').click();
    await expect(list.row('Each webinar')).not.toContainText('Snoozed until');
  });
  await test.step('it is deactivated and deleted', async () => {
    await list.action('Deactivate Each webinar').click();
    await expect(list.row('Each webinar')).toContainText('Schedule Inactive');
    await list.action('Delete Each webinar').click();
    await list.question('Delete Each webinar?').getByRole('button', { name: 'Delete' }).click();
    await expect(list.link('Each webinar')).toHaveCount(0);
  });
});

test('a recipient sees the alert, but cannot change it', async ({ page, request }) => {
  const owner = await alertUser(request);
  const recipient = await alertUser(request);
  const id = await createAlert(request, owner.token, 'For both of us', { recipients: [recipient.user.id] });
  const view = wizardPage(page);
  const list = alertsPage(page);
  await startWith(page, recipient.token);
  await openAlerts(page);
  await expect(list.row('For both of us')).toContainText(owner.user.lastName);
  await expect(list.row('For both of us').getByRole('button')).toHaveCount(0);
  await list.link('For both of us').click();
  await expect(view.title).toBeDisabled();
  await view.next.click();
  await expect(view.select('Activity Type')).toBeDisabled();
  await openStep(page, id, 3, 'Set Alert');
  await expect(view.recipient(recipient.user.email)).toBeVisible();
  await expect(view.select('Add a recipient')).toHaveCount(0);
});

test.describe('an alert with a deleted recipient', () => {
  const disable = async (request: APIRequestContext) => {
    const owner = await alertUser(request);
    const recipient = await alertUser(request);
    const recipients = [recipient.user.id];
    const id = await createAlert(request, owner.token, 'For a colleague', { recipients });
    await callAs(request, 'sysadmin', 'DELETE', `/api/user/${recipient.user.id}`);
    return { id, owner, recipient };
  };

  test('is read-only for its owner, who sees why', async ({ page, request }) => {
    const { id, owner } = await disable(request);
    const view = wizardPage(page);
    await startWith(page, owner.token);
    await openStep(page, id, 1, 'Name/Description');
    await expect(page.getByText(/^An account associated with this alert has been deactivated/)).toBeVisible();
    await expect(view.title).toBeDisabled();
    await expect(view.button('Enable')).toHaveCount(0);
  });

  test('is enabled by an administrator, without the recipient', async ({ page, request, signedIn }) => {
    const { id, owner, recipient } = await disable(request);
    const view = wizardPage(page);
    await signedIn('sysadmin');
    await openStep(page, id, 1, 'Name/Description');
    await expect(page.getByText('Configuration is disabled for internal/client users.')).toBeVisible();
    await view.button('Enable').click();
    await expect(view.title).toBeEnabled();
    await view.step('Set Alert').click();
    await expect(view.recipient(owner.user.email)).toBeVisible();
    await expect(view.recipient(recipient.user.email)).toHaveCount(0);
  });
});

test.describe('an alert that someone else has changed', () => {
  test.use({ allowedConsole: failedRequest(409) });

  test('is not overwritten', async ({ page, request }) => {
    const { token } = await alertUser(request);
    const id = await createAlert(request, token, 'Before');
    const view = wizardPage(page);
    await startWith(page, token);
    await openStep(page, id, 1, 'Name/Description');
    await renameAlert(request, token, id, 'Elsewhere');
    await view.title.fill('Mine');
    await view.button('Save and close').click();
    await expect(view.problem).toContainText('Someone else has changed this alert since you opened it.');
    await view.button('Reload').click();
    await expect(view.title).toHaveValue('Elsewhere');
  });
});

test('a step beyond the open ones leads to the last open one', async ({ page, request }) => {
  const { token } = await alertUser(request);
  const id = await createAlert(request, token, 'Half done', { upTo: 'filters' });
  await startWith(page, token);
  await page.goto(`/notification/${id}/5`);
  await expect(page).toHaveURL(`/notification/${id}/3`);
  await expect(wizardPage(page).form('Set Alert')).toBeVisible();
  await expect(wizardPage(page).locked).toHaveCount(2);
});

test('a link carries the filters of a new alert', async ({ page, request }) => {
  const { token } = await alertUser(request);
  const view = wizardPage(page);
  await startWith(page, token);
  await page.goto('/notification/new/1?f=types:Webinar;DocumentTitle:cells');
  await view.title.fill('From a link');
  await view.proceed.click();
  await expect(view.button('Remove Webinar')).toBeVisible();
  await page.reload();
  await expect(view.number('Document Title')).toHaveValue('cells');
});

test.describe('an alert for a Slack channel', () => {
  test.use({ allowedConsole: failedRequest(400) });

  test('goes to the channel that staff enter for the client', async ({ page, request }) => {
    const { token } = await alertUser(request, {
      role: 'Internal',
      companies: [],
      notificationClaimLevel: 'Admin',
    });
    await createAlert(request, token, 'For the field team');
    const list = alertsPage(page);
    const dialog = list.dialog('Webhook and channels of For the field team');
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
    const receiver = dialog.getByRole('combobox', { name: 'Receiver' });
    const form = dialog.getByRole('group', { name: 'New channel' });
    const name = `#readers-${randomUUID()}`;
    await startWith(page, token);
    await openAlerts(page);

    await test.step('chooses the client', async () => {
      await list.action('Webhook and channels of For the field team').click();
      await dialog.getByRole('combobox', { name: 'Client' }).fill('Aurelis');
      await page.getByRole('option', { name: /Aurelis/ }).click();
      await dialog.getByRole('button', { name: 'Send messages' }).click();
      await expect(dialog.getByRole('status')).toHaveText('The client has no webhook address yet.');
    });
    await test.step('enters a channel, whose address must be one of Slack', async () => {
      await dialog.getByRole('button', { name: 'Add a channel' }).click();
      await field('Name').fill(name);
      await form.getByRole('textbox', { name: 'Address' }).fill('https://slack.example/services/x');
      await dialog.getByRole('button', { name: 'Add channel' }).click();
      await expect(form.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(
        /The address of a Slack channel is on hooks\.slack\.com/,
      );
      await form
        .getByRole('textbox', { name: 'Address' })
        .fill('https://hooks.slack.com/services/T0/B0/abcd1234');
      await dialog.getByRole('button', { name: 'Add channel' }).click();
      await expect(dialog.getByText('hooks.slack.com/…1234').last()).toBeVisible();
    });
    await test.step('chooses it, and finds it again', async () => {
      await receiver.selectOption(`Slack: ${name}`);
      await dialog.getByRole('button', { name: 'Send messages' }).click();
      await expect(dialog.getByRole('status')).toHaveCount(0);
      await page.reload();
      await list.action('Webhook and channels of For the field team').click();
      await expect(receiver.locator('option:checked')).toHaveText(`Slack: ${name}`);
    });
    await test.step('removes it, and is told that nothing is sent', async () => {
      await dialog.getByRole('button', { name: `Remove ${name}` }).click();
      await page
        .getByRole('alertdialog', { name: `Remove the channel ${name}?` })
        .getByRole('button', { name: 'Remove channel' })
        .click();
      await expect(dialog.getByRole('status')).toHaveText(
        'The Slack or Teams channel was removed. Choose another receiver.',
      );
    });
  });
});

test('axe finds nothing in the list and the steps', async ({ page, request }) => {
  const { user, token } = await alertUser(request);
  const { token: other } = await alertUser(request);
  const view = wizardPage(page);
  const list = alertsPage(page);
  const invalid = page.locator('[aria-invalid="true"]');
  const state = statesInBothSizes(page);
  const received = await createAlert(request, other, 'Received', { recipients: [user.id] });
  const done = await createAlert(request, token, 'All steps done');
  const begun = await createAlert(request, token, 'Just begun', { upTo: 'begin' });
  const half = await createAlert(request, token, 'Filters set', { upTo: 'filters' });
  await startWith(page, token);
  await state('the list', list.action('Snooze All steps done'), () => openAlerts(page));
  await state('a snooze', list.dialog('Snooze All steps done'), () =>
    list.action('Snooze All steps done').click(),
  );
  const webhook = list.dialog('Webhook and channels of All steps done');
  await state('a webhook', webhook.getByRole('button', { name: 'Send no more' }), async () => {
    await openAlerts(page);
    await list.action('Webhook and channels of All steps done').click();
    await webhook.getByRole('combobox', { name: 'Client' }).click();
    await page.getByRole('option').first().click();
    await webhook.getByRole('button', { name: 'Send messages' }).click();
  });
  await state('no match', page.getByText(/^No name or description/), () =>
    openAlerts(page, '?query=no-such-alert'),
  );
  await state('a new alert with a problem', view.title.and(invalid), async () => {
    await page.goto('/notification/new/1');
    await view.proceed.click();
  });
  await state('filters with problems', view.select('Activity Type').and(invalid), async () => {
    await openStep(page, begun, 2, 'Define Filters');
    await view.proceed.click();
  });
  await state('recipients', view.form('Set Alert'), () => openStep(page, half, 3, 'Set Alert'));
  await state(
    'filters that cannot be changed',
    view.select('Activity Type').and(page.locator(':disabled')),
    () => page.goto(`/notification/${received}/2`),
  );
  await state('frequency and columns', view.form('Frequency/Format'), () =>
    openStep(page, done, 4, 'Frequency/Format'),
  );
});

test('axe finds nothing in the behavior and the activation', async ({ page, request }) => {
  const { token } = await alertUser(request);
  const view = wizardPage(page);
  const invalid = page.locator('[aria-invalid="true"]');
  const state = statesInBothSizes(page);
  await startWith(page, token);
  await page.goto('/notification/new/1?f=types:Engagement');
  await view.type('Change in activities').click();
  await view.title.fill('Growing interest');
  await view.proceed.click();
  await expect(view.form('Define Filters')).toBeVisible();
  await view.proceed.click();
  await state('a behavior with problems', view.number('Activity months').and(invalid), async () => {
    await view.radio('Reader Organization').check({ force: true });
    await view.number('Threshold percent').fill('101');
    await view.number('Activity months').fill('');
    await view.proceed.click();
  });
  await view.number('Threshold percent').fill('50');
  await view.number('Activity months').fill('1');
  for (const form of ['Set Alert', 'Frequency/Format', 'Activate']) {
    await view.proceed.click();
    await expect(view.form(form)).toBeVisible();
  }
  await state('the activation with its rule', view.rule, () => page.reload());
  await state('the mail', view.dialog('Preview mail').getByTitle('Mail'), () =>
    view.button('Preview mail').click(),
  );
});

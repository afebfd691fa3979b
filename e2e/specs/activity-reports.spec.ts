import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { read, utils } from 'xlsx';
import { readFile } from 'node:fs/promises';
import { clients } from '../commands/accounts.ts';
import { callAs } from '../commands/api.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import {
  openReportRun,
  openReportRuns,
  pick,
  reportConfigPage,
  reportRunPage,
  reportRunsPage,
} from '../pages/reports.page.ts';

const consolidated = 'Tomas Ferreira';
const individual = 'Noor Haddad';
const webhook = 'Priya Raman';

interface Run {
  id: string;
  activityReportConfigId: string;
  recordsCount: number;
}
interface Config {
  id: string;
  editUrl: string;
}
interface Items<T> {
  items: T[];
}

const runsFor = async (request: APIRequestContext, name: string) =>
  (
    await callAs<Items<Run>>(
      request,
      'internal',
      'GET',
      `/api/activity-reports?query=${encodeURIComponent(name)}`,
    )
  ).items;

test.describe('the sent reports', () => {
  test('are found by their contact, also those without activities', async ({ page, signedIn }) => {
    const { search, quiet, run, count, empty, entry } = reportRunsPage(page);
    await signedIn('admin');
    await page.goto('/no-page');
    await entry.click();
    await expect(page).toHaveURL('/dissemination-contact/dashboard');
    await search.fill('FERREIRA');
    await expect(page).toHaveURL('/dissemination-contact/dashboard?query=FERREIRA');
    await expect(run(webhook)).toHaveCount(0);
    await expect(run(consolidated).first()).toContainText(clients.kestrowel.name);
    await expect(count).toBeVisible();
    await quiet.click();
    await expect(page).toHaveURL('/dissemination-contact/dashboard?query=FERREIRA&quiet=1');
    await search.fill('nobody');
    await expect(empty).toBeVisible();
  });

  test(
    'show what was sent: the list, the file and the page have the same number',
    { tag: mainStory },
    async ({ page, request, signedIn }) => {
      const { heading, facts, deliveries, activities, tool, parameters, mail } = reportRunPage(page);
      const { items } = await callAs<Items<Run>>(
        request,
        'admin',
        'GET',
        `/api/activity-reports?query=${encodeURIComponent(consolidated)}`,
      );
      const [run] = items;
      await signedIn('admin');
      await openReportRun(page, consolidated);
      await expect(heading(consolidated)).toBeVisible();
      const count = (run?.recordsCount ?? 0).toLocaleString('en-US');
      await expect(facts).toContainText(`Records${count}`);
      await expect(activities).toContainText(count === '1' ? '1 activity' : `${count} activities`);
      await expect(deliveries).toContainText('250 2.0.0 OK');

      await test.step('in the file, where subsequent engagements are aggregated', async () => {
        const [file] = await Promise.all([page.waitForEvent('download'), tool('Download').click()]);
        expect(file.suggestedFilename()).toMatch(/^Activity Report \d{4}-\d\d-\d\d\.xlsx$/);
        const book = read(await readFile(await file.path()));
        const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0]!]!);
        expect(rows.length).toBeGreaterThan(0);
        expect(rows.length).toBeLessThanOrEqual(run?.recordsCount ?? 0);
        expect(Object.keys(rows[0]!)).not.toContain('Quality');
      });
      await test.step('in the mail as the contact sees it', async () => {
        await deliveries.getByRole('button', { name: /^View/ }).first().click();
        await expect(mail.getByRole('button', { name: 'HTML' })).toBeVisible();
        await mail.getByRole('button', { name: 'Text' }).click();
        await expect(mail).toContainText('became available');
        await page.keyboard.press('Escape');
      });
      await test.step('with the parameters of the report', async () => {
        await tool('Report Parameters').click();
        await expect(parameters).toContainText('at 06:00 (America/New_York)');
        await expect(parameters.getByRole('link', { name: 'Edit Configuration' })).toHaveAttribute(
          'href',
          new RegExp(`/dissemination-contact/\\d+/${run?.activityReportConfigId}`),
        );
        await page.keyboard.press('Escape');
      });
      await test.step('and each activity leads back to the reports', async () => {
        await activities.getByRole('link').first().click();
        await expect(page).toHaveURL(
          new RegExp(`/individual-activity/${run?.activityReportConfigId}/${run?.id}/`),
        );
        await page.getByRole('button', { name: 'Report Parameters' }).click();
        await expect(parameters).toContainText('at 06:00 (America/New_York)');
        await page.keyboard.press('Escape');
        await page.getByRole('link', { name: 'BACK TO ACTIVITY REPORTS' }).click();
        await expect(reportRunsPage(page).heading).toBeVisible();
      });
    },
  );

  test.describe('of someone else', () => {
    test.use({ allowedConsole: failedRequest(403) });

    test('are not shown to a client', async ({ page, request, signedIn }) => {
      const { items } = await callAs<Items<Run>>(request, 'admin', 'GET', '/api/activity-reports');
      await signedIn('client');
      await openReportRuns(page);
      await expect(reportRunsPage(page).run('Clio Client').first()).toBeVisible();
      await expect(reportRunsPage(page).run(consolidated)).toHaveCount(0);
      await page.goto(`/dissemination-contact/dashboard/${items[0]!.activityReportConfigId}/${items[0]!.id}`);
      await expect(page.getByText('403 Forbidden')).toBeVisible();
    });
  });
});

test.describe('a configuration', () => {
  test(
    'is created, previewed, sent at once, changed and deleted',
    { tag: mainStory },
    async ({ page, request, signedIn }) => {
      const { heading, field, day, save, tool, newReport, config, back, preview, select } =
        reportConfigPage(page);
      const name = `Zora ${randomUUID()}`;
      await signedIn('internal');
      await page.goto('/no-page');
      await page.goto('/dissemination-contacts');
      await newReport.click();
      await expect(heading('New')).toBeVisible();

      await test.step('checks next to the fields', async () => {
        await field('First Name').fill('');
        await save.click();
        await expect(page.getByText('First Name Is Required')).toBeVisible();
        await expect(page.getByText('Company Is Required')).toBeVisible();
        await expect(page.getByText('Please schedule at least one day')).toBeVisible();
        await expect(page.getByText('Activity Type Is Required').first()).toBeVisible();
      });
      await test.step('previews its first mail, saves and stays on its page', async () => {
        await field('First Name').fill(name);
        await field('Last Name').fill('Test');
        await field('Email').fill('zora@partners.example');
        await pick(page, 'Company', clients.aurelis.name);
        await pick(page, 'Activity Type', 'Webinar');
        await day('Tuesday').check();
        await tool('Preview').click();
        await expect(preview).toContainText(/Subject: Activity report: [\d,]+ activities of/);
        await page.keyboard.press('Escape');
        await expect(heading('New')).toBeVisible();
        await save.click();
        await expect(page.getByText('Activity Report Configuration was successfully created')).toBeVisible();
        await expect(page).toHaveURL(/\/dissemination-contact\/\d+\/[\da-f-]{36}$/);
        await expect(heading('Edit')).toBeVisible();
      });
      await test.step('previews the next mail', async () => {
        await tool('Preview').click();
        await expect(preview).toContainText(/[\d,]+ activities, .+, in 1 email/);
        await preview.getByRole('button', { name: 'Text' }).click();
        await expect(preview).toContainText('became available');
        await page.keyboard.press('Escape');
      });
      await test.step('is sent at once', async () => {
        await tool('Send now').click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Send now' }).click();
        await expect(page.getByText('The report is being sent.')).toBeVisible();
        await page.getByRole('main').getByRole('link', { name: 'Sent reports' }).click();
        await expect.poll(async () => (await runsFor(request, name)).length).toBe(1);
        await page.reload();
        await expect(reportRunsPage(page).run(name)).toHaveCount(1);
        await page.goBack();
      });
      await test.step('is changed', async () => {
        await expect(heading('Edit')).toBeVisible();
        await select('Report Type').selectOption('Individual');
        await expect(select('Activity Type')).toHaveCount(0);
        await save.click();
        await expect(page.getByText('Activity Report Configuration was successfully updated')).toBeVisible();
      });
      await test.step('is deleted from the profile', async () => {
        await back.click();
        await expect(page).toHaveURL(/\/admin\/user\/\d+\?active=ActivityReports$/);
        await config(name)
          .getByRole('button', { name: /^Delete/ })
          .click();
        await page
          .getByRole('alertdialog', { name: 'Are you sure you want to delete this activity report?' })
          .getByRole('button', { name: 'Delete' })
          .click();
        await expect(page.getByText(`Deleted report ${name} Test`)).toBeVisible();
        await expect(config(name)).toHaveCount(0);
      });
    },
  );

  test('opens by each of its addresses', async ({ page, request, signedIn }) => {
    const path = `/api/activity-reports?query=${encodeURIComponent(consolidated)}`;
    const runs = await callAs<Items<{ userId: string }>>(request, 'admin', 'GET', path);
    const owner = runs.items[0]?.userId;
    const { items } = await callAs<Items<Config>>(
      request,
      'admin',
      'GET',
      `/api/activity-report-configs/user/${owner}`,
    );
    const [first] = items;
    await signedIn('admin');
    for (const address of [`/dissemination-contact/${first?.id}`, `/dissemination-contact/${first?.id}/1`]) {
      await page.goto(address);
      await expect(page).toHaveURL(first?.editUrl ?? '');
      await expect(reportConfigPage(page).heading('Edit')).toBeVisible();
    }
  });
});

test.describe('axe finds nothing', () => {
  test.use({ allowedConsole: failedRequest(400, 404) });

  test('in the activity reports', async ({ page, signedIn }) => {
    const state = statesInBothSizes(page);
    const { runs, empty } = reportRunsPage(page);
    const { deliveries, activities, tool, parameters, mail, notFound } = reportRunPage(page);
    const { config, configs, form, heading, save, preview, webhook: webhookCard } = reportConfigPage(page);
    await signedIn('admin');
    await state('the list', runs.first(), () => openReportRuns(page, '?quiet=1'));
    await state('nothing found', empty, () => openReportRuns(page, '?query=nobody'));
    await state('an individual run', activities.getByRole('link').first(), async () => {
      await openReportRun(page, individual);
      await expect(deliveries.getByText('Sent').first()).toBeVisible();
    });
    await state('the parameters', parameters.getByRole('table'), () => tool('Report Parameters').click());
    await state('the mail', mail.getByRole('button', { name: 'HTML' }), async () => {
      await page.keyboard.press('Escape');
      await openReportRun(page, consolidated);
      await deliveries.getByRole('button', { name: /^View/ }).first().click();
    });
    await state('no run', notFound, () => page.goto('/dissemination-contact/dashboard/none/none'));
    await state('the configurations', configs.first(), () => page.goto('/dissemination-contacts'));
    await state('a webhook', page.getByRole('button', { name: 'Resume' }), async () => {
      await config(webhook).getByRole('link', { name: webhook }).first().click();
      await expect(webhookCard).toBeVisible();
    });
    await state('the preview', preview, async () => {
      await page.getByRole('main').getByRole('button', { name: 'Preview', exact: true }).click();
      await expect(preview).not.toContainText('Loading');
    });
    await state('problems of the form', page.getByText('Please schedule at least one day'), async () => {
      await page.goto('/dissemination-contacts');
      await page.getByRole('link', { name: 'New Activity Report' }).click();
      await expect(heading('New')).toBeVisible();
      await expect(form).toBeVisible();
      await save.click();
    });
  });
});

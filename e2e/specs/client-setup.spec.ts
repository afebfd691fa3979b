import type { APIRequestContext } from '@playwright/test';
import { clients, password } from '../commands/accounts.ts';
import { callAs } from '../commands/api.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { linkIn, mailsTo } from '../commands/mail.ts';
import { uniquePerson } from '../commands/users.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { logInWith, publicPage } from '../pages/public.page.ts';

// One after the other: a setup of the same client that another one has changed meanwhile is refused.
test.describe.configure({ mode: 'default' });

/** A form with one contact that can be submitted. Returns its id. */
const prepareForm = async (request: APIRequestContext, contact: { email: string }): Promise<string> => {
  const asStaff = <T>(method: 'POST' | 'PATCH', path: string, body?: unknown) =>
    callAs<T>(request, 'internal', method, `/api/onboarding${path}`, body);
  const id = await asStaff<string>('POST', '', {
    name: 'Terry Test',
    email: uniquePerson().email,
    sentFromName: 'Readerlens Weekly',
    senderEmail: 'internal@demo.example',
    companyId: clients.quietharbor.id,
  });
  await asStaff('PATCH', `/${id}/general-info`, { onlines: ['1'] });
  await asStaff('PATCH', `/${id}/company-info`, {
    contactName: 'Terry Test',
    contactTitle: 'Head of Marketing',
    address1: '1 Main Street',
    city: 'Basel',
    state: 'BS',
    companyWebsite: `https://${id}.example`,
    profile: '<h2>Us</h2><p>We <strong>filter</strong>.</p>',
  });
  await asStaff('POST', `/${id}/company-contacts`, [contact]);
  await asStaff('PATCH', `/${id}/content-info`, { comment: 'Soon.' });
  return id;
};

const submit = (request: APIRequestContext, id: string) =>
  callAs(request, 'internal', 'PATCH', `/api/onboarding/${id}`);

const setupPage = (page: Page) => ({
  confirm: page.getByRole('button', { name: 'Set up client' }),
  way: page.getByRole('link', { name: 'Set up client' }),
  accounts: page.getByRole('region', { name: 'Client Accounts' }),
  reports: page.getByRole('region', { name: 'Activity Reports' }),
  made: page.getByText(/^Set up on .* by Inga Internal\.$/),
});

/** Reports of a demo account would be found by the tests of its reports. */
const deleteReports = async (page: Page, request: APIRequestContext) => {
  const links = page.getByRole('main').locator('a[href^="/dissemination-contact/"]');
  for (const link of await links.all()) {
    const configId = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
    await callAs(request, 'internal', 'DELETE', `/api/activity-report-config/${configId}`);
  }
};

test(
  'from a submitted form to a client user who has logged in',
  { tag: mainStory },
  async ({ page, request, signedIn }) => {
    const contact = uniquePerson();
    const name = `${contact.firstName} ${contact.lastName}`;
    const { confirm, way, accounts, reports, made } = setupPage(page);
    const formId = await prepareForm(request, contact);
    await test.step('staff who submit a form are led to the list', async () => {
      await signedIn('internal');
      await page.goto(`/admin/onboarding/${formId}`);
      await expect(confirm).toBeDisabled();
      await page.goto(`/onboarding/${formId}/5`);
      await page.getByRole('button', { name: 'Finish and Submit' }).click();
      await expect(page).toHaveURL('/admin/onboarding-list');
    });
    await test.step('the form leads to what can be set up', async () => {
      await page.goto(`/admin/onboarding/${formId}`);
      await way.click();
      await expect(page).toHaveURL(`/admin/onboarding/${formId}/client`);
      await expect(page.getByText(`https://${formId}.example`)).toBeVisible();
      await expect(accounts.getByText('New account, and a mail to register')).toBeVisible();
      await expect(accounts.getByRole('checkbox')).toBeChecked();
    });
    await test.step('a report needs a day', async () => {
      const monday = reports.getByRole('checkbox', { name: 'Monday' });
      await monday.uncheck();
      await confirm.click();
      await expect(reports.getByText('Please schedule at least one day')).toBeVisible();
      await expect(monday).toBeFocused();
      await monday.check();
    });
    await test.step('one confirmation makes it, and the page shows what', async () => {
      await confirm.click();
      await expect(made).toBeVisible();
      await expect(page.getByRole('link', { name })).toHaveCount(2);
      await page.reload();
      await expect(made).toBeVisible();
      await deleteReports(page, request);
      await page.getByRole('link', { name }).first().click();
      await expect(page).toHaveURL(/\/admin\/user\/\d+/);
      await page.goto(`/admin/onboarding/${formId}`);
      const known = page.getByRole('region', { name: 'Client', exact: true });
      await expect(known.getByText(`https://${formId}.example`)).toBeVisible();
    });
    await test.step('the contact registers from the mail, and logs in', async () => {
      await page.evaluate(() => localStorage.clear());
      const [mail = ''] = await mailsTo(request, contact.email);
      const sent = publicPage(page);
      await page.goto(await linkIn(request, mail));
      await sent.password.fill(password);
      await sent.confirm.fill(password);
      await sent.submit.click();
      await expect(page.getByRole('link', { name: 'Continue now' })).toBeVisible();
      await page.evaluate(() => localStorage.clear());
      await page.goto('/login');
      await logInWith(page, contact.email, password);
      await expect(page.getByText(name).first()).toBeVisible();
    });
  },
);

test.describe('the page that sets up a client', () => {
  test.use({ allowedConsole: failedRequest(409) });

  test('axe finds nothing, and nothing is wider than the window', async ({ page, request, signedIn }) => {
    const state = statesInBothSizes(page);
    const { confirm, reports, made } = setupPage(page);
    const formId = await prepareForm(request, uniquePerson());
    await signedIn('internal');
    const open = () => page.goto(`/admin/onboarding/${formId}/client`);
    await state('too early', page.getByText('This form has not been submitted yet.'), open);
    await submit(request, formId);
    await state('proposal', confirm, open);
    await state('refused', reports.getByText('Please schedule at least one day'), async () => {
      await reports.getByRole('checkbox', { name: 'Monday' }).uncheck();
      await confirm.click();
    });
    await reports.getByRole('checkbox', { name: 'Monday' }).check();
    await state('made', made, () => confirm.click());
    await deleteReports(page, request);
  });
});

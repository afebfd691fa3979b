import { clients, password } from '../commands/accounts.ts';
import { callAs, fetchToken } from '../commands/api.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { startWith } from '../commands/session.ts';
import { changeUser, createUser, register, uniquePerson } from '../commands/users.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { logInWith, publicPage } from '../pages/public.page.ts';

const company = {
  contactName: 'Terry Test',
  contactTitle: 'Head',
  address1: '1 Main Street',
  city: 'Basel',
  state: 'BS',
};

const newForm = () => ({
  name: 'Terry Test',
  email: uniquePerson().email,
  sentFromName: 'Readerlens Weekly',
  senderEmail: 'internal@demo.example',
  companyId: clients.aurelis.id,
});

const step = (page: Page) => ({
  field: (name: string) => page.getByRole('textbox', { name, exact: true }),
  saved: page.getByText(/^Saved \d\d:\d\d$/),
  versions: page.getByRole('group', { name: 'Two versions' }),
  /** The page looks for what others have saved. */
  look: () => page.clock.runFor(10_000),
});

test(
  'two people on one form see what the other saves, and choose where both changed a field',
  { tag: mainStory },
  async ({ page, browser, request, signedIn, baseURL }) => {
    const formId = await callAs<string>(request, 'internal', 'POST', '/api/onboarding', newForm());
    await callAs(request, 'internal', 'PATCH', `/api/onboarding/${formId}/general-info`, { onlines: ['1'] });
    await callAs(request, 'internal', 'PATCH', `/api/onboarding/${formId}/company-info`, company);
    const context = await browser.newContext({ baseURL: baseURL ?? '' });
    const otherPage = await context.newPage();
    await signedIn('internal');
    await startWith(otherPage, await fetchToken(request, 'admin'));
    for (const each of [page, otherPage]) {
      await each.clock.install();
      await each.goto(`/onboarding/${formId}/2`);
    }
    const [mine, other] = [step(page), step(otherPage)];
    await test.step('a field that only one has changed follows them', async () => {
      await other.field('City').fill('Bern');
      await other.field('State').focus();
      await expect(other.saved).toBeVisible();
      await mine.look();
      await expect(mine.field('City')).toHaveValue('Bern');
    });
    await test.step('one that both have changed shows both versions', async () => {
      await mine.field('Phone').fill('111');
      await other.field('Phone').fill('222');
      await other.field('State').focus();
      await expect
        .poll(() => callAs(request, 'internal', 'GET', `/api/onboarding/${formId}/company-info`))
        .toMatchObject({ phone: '222' });
      await mine.look();
      await statesInBothSizes(page)('two versions', mine.versions, () => Promise.resolve());
      await expect(mine.versions).toContainText(/Your version111Their version222/);
      await mine.versions.getByRole('button', { name: /^Keep mine/ }).click();
      await expect(mine.versions).toHaveCount(0);
      await expect(mine.saved).toBeVisible();
      await other.look();
      await expect(other.field('Phone')).toHaveValue('111');
    });
    await test.step('a form that the other submits turns read-only', async () => {
      await callAs(request, 'admin', 'PATCH', `/api/onboarding/${formId}`);
      await mine.look();
      await expect(
        page.getByText('This form has been submitted. It can no longer be changed.'),
      ).toBeVisible();
      await expect(mine.field('City')).toHaveCount(0);
    });
    await context.close();
  },
);

test.describe('staff who lose their role while they fill in a form', () => {
  test.use({ allowedConsole: /status of 40[13]/ });

  test('log in again, and no longer see it; what they saved before is kept', async ({ page, request }) => {
    const formId = await callAs<string>(request, 'internal', 'POST', '/api/onboarding', newForm());
    await callAs(request, 'internal', 'PATCH', `/api/onboarding/${formId}/company-info`, company);
    const person = await createUser(request, { role: 'Internal', companies: [] });
    await startWith(page, await register(request, person));
    await page.goto(`/onboarding/${formId}/2`);
    const { field, saved } = step(page);
    await field('City').fill('Bern');
    await field('State').focus();
    await expect(saved).toBeVisible();
    await changeUser(request, person.id, { role: 'Client', companies: [clients.aurelis.id] });
    await field('Phone').fill('111');
    await field('State').focus();
    await expect(publicPage(page).notice).toHaveText('Your account has changed. Please log in again.');
    await logInWith(page, person.email, password);
    await expect(
      page.getByRole('heading', { name: 'You do not have permission to access the requested resource!' }),
    ).toBeVisible();
    const stored = await callAs(request, 'internal', 'GET', `/api/onboarding/${formId}/company-info`);
    expect(stored).toMatchObject({ city: 'Bern', phone: '' });
  });
});

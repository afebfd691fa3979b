import { writeFile } from 'node:fs/promises';
import { clients, password } from '../commands/accounts.ts';
import { callAs, fetchToken } from '../commands/api.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { mailsTo } from '../commands/mail.ts';
import { startWith } from '../commands/session.ts';
import { uniquePerson } from '../commands/users.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { publicPage } from '../pages/public.page.ts';
import { shell } from '../pages/shell.page.ts';

const newForm = (email: string) => ({
  name: 'Terry Test',
  email,
  sentFromName: 'Readerlens Weekly',
  senderEmail: 'internal@demo.example',
  companyId: clients.aurelis.id,
});

const wizard = (page: Page) => ({
  heading: page.getByRole('heading', { level: 1, name: 'Onboarding' }),
  start: page.getByRole('button', { name: 'Click here to Continue' }),
  save: page.getByRole('button', { name: 'Save and Continue' }),
  field: (name: string) => page.getByRole('textbox', { name, exact: true }),
  enter: async (values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values))
      await page.getByRole('textbox', { name, exact: true }).fill(value);
  },
  dialog: page.getByRole('dialog'),
});

/** Counts what a person does besides typing: taps, and moves into a field. Choosing a file takes three taps. */
const countTaps = async (page: Page) => {
  const taps = { count: 0 };
  await page.exposeFunction('countTap', () => {
    taps.count += 1;
  });
  await page.addInitScript(() => {
    const { countTap } = window as unknown as { countTap: () => Promise<void> };
    let isTapping = false;
    addEventListener(
      'pointerdown',
      () => {
        isTapping = true;
        void countTap();
      },
      true,
    );
    addEventListener('click', () => (isTapping = false), true);
    addEventListener(
      'focusin',
      ({ target }) => {
        const isField = target instanceof HTMLElement && target.matches('input, textarea, [role=textbox]');
        if (isField && !isTapping) void countTap();
      },
      true,
    );
    addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
      for (let tap = 0; tap < 3; tap += 1) void countTap();
    });
  });
  return {
    taps,
    /** Does what only a test does, such as mistakes. */
    uncounted: async (act: () => Promise<void>) => {
      const { count } = taps;
      await act();
      taps.count = count;
    },
  };
};

/** One pixel. */
const tinyPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC';

const company = {
  'Contact Name': 'Terry Test',
  'Contact Title': 'Head of Marketing',
  Address: '1 Main Street',
  City: 'Basel',
  State: 'BS',
};

test.describe('the first hour of a client', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test(
    'from the mail to a submitted form, which staff see',
    { tag: mainStory },
    async ({ page, request, signedIn }) => {
      const { email } = uniquePerson();
      const { heading, start, save, field, enter, dialog } = wizard(page);
      const sent = publicPage(page);
      let formId = '';
      const { taps, uncounted } = await countTaps(page);
      await test.step('staff send a form to somebody without an account', async () => {
        await signedIn('internal');
        await page.goto('/admin/onboarding-list');
        await page.getByRole('button', { name: 'New Onboarding Form' }).click();
        await dialog.getByRole('button', { name: 'Send' }).click();
        await expect(dialog.getByText('Name Is Required', { exact: true })).toBeVisible();
        await enter({ Name: 'Terry Test', 'Email Address': email });
        await dialog.getByRole('combobox', { name: 'Company' }).fill('Aurelis');
        await page.getByRole('option', { name: 'Aurelis Bioprocess' }).click();
        await dialog.getByRole('combobox', { name: 'From Name' }).selectOption('Readerlens Weekly');
        await dialog.getByRole('button', { name: 'Send' }).click();
        await expect(
          shell(page).toast(`The Onboarding form has been generated and an email has been sent to ${email}`),
        ).toBeVisible();
        await expect(page).toHaveURL(/\/onboarding\/[\w-]+\/0$/);
        formId = page.url().split('/').at(-2) ?? '';
        await page.evaluate(() => localStorage.clear());
      });
      await test.step('the mail leads through the registration to step 0', async () => {
        const [mail = ''] = await mailsTo(request, email);
        const text = await (await request.get(mail)).text();
        taps.count = 0;
        const link = /https?:\/\/[^/\s"<]+(\/register\/[\w-]+\?redirect=[\w%-]+)/.exec(text)?.[1] ?? '';
        await page.goto(link);
        await sent.password.fill(password);
        await sent.confirm.fill(password);
        await sent.submit.click();
        await page.getByRole('link', { name: 'Continue now' }).click();
        await expect(heading).toBeVisible();
        await expect(page).toHaveURL(`/onboarding/${formId}/0`);
      });
      await test.step('Basic Info is not for clients; later steps are not open yet', async () => {
        await page.goto(`/onboarding/${formId}/1`);
        await expect(page).toHaveURL(`/onboarding/${formId}/0`);
        await page.goto(`/onboarding/${formId}/5`);
        await expect(page).toHaveURL(`/onboarding/${formId}/2`);
        await page.goto(`/onboarding/${formId}/0`);
        await start.click();
        await expect(page).toHaveURL(`/onboarding/${formId}/2`);
      });
      await test.step('what was typed is still there after a reload', async () => {
        await field('City').fill('Basel');
        await field('State').focus();
        await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
        await page.reload();
        await expect(field('City')).toHaveValue('Basel');
      });
      await test.step('a logo can be opened once it is prepared', async () => {
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(tinyPng, 'base64') });
        await expect(page.getByRole('link', { name: 'logo.png' })).toBeVisible();
      });
      await test.step('the company: what is missing is said at its fields', async () => {
        await uncounted(async () => {
          await save.click();
          await expect(page.getByText('The contact name field is required')).toBeVisible();
          await expect(field('Contact Name')).toBeFocused();
        });
        await enter(company);
        await save.click();
        await expect(page).toHaveURL(`/onboarding/${formId}/3`);
      });
      await test.step('contacts are stored by Save and Continue', async () => {
        const add = page.getByRole('button', { name: 'Add Contact' });
        const contact = { 'First Name': 'Ada', 'Last Name': 'Löwe', Email: 'ada@aurelis.example' };
        await enter(contact);
        await add.click();
        await expect(page.getByRole('button', { name: 'Delete contact ada@aurelis.example' })).toBeVisible();
        await uncounted(async () => {
          await enter(contact);
          await add.click();
          await expect(page.getByText('Email is already added, must be unique.')).toBeVisible();
          await enter({ ...contact, Email: 'io@aurelis.example' });
          await add.click();
          await page.getByRole('button', { name: 'Delete contact io@aurelis.example' }).click();
          await page.getByRole('button', { name: 'Continue', exact: true }).click();
          await expect(shell(page).toast("Deleted contact 'io@aurelis.example'")).toBeVisible();
        });
        await save.click();
        await expect(page).toHaveURL(`/onboarding/${formId}/4`);
      });
      await test.step('content with a file', async () => {
        await expect(page.getByText("You haven't uploaded any content yet...")).toBeVisible();
        await page.getByRole('button', { name: 'Add New Content' }).click();
        await uncounted(async () => {
          await dialog.getByRole('button', { name: 'Save and add files' }).click();
          await expect(dialog.getByText('Title Is Required')).toBeVisible();
        });
        await enter({ Title: 'White paper' });
        await dialog.getByRole('button', { name: 'Save and add files' }).click();
        await expect(shell(page).toast('Content Saved')).toBeVisible();
        const content = Buffer.alloc(5 * 1024 * 1024, '%PDF-1.7 content ');
        await dialog
          .locator('input[type=file]')
          .setInputFiles({ name: 'paper.pdf', mimeType: 'application/pdf', buffer: content });
        const file = dialog.getByRole('link', { name: 'paper.pdf' });
        await expect(file).toBeVisible();
        const answer = await request.get((await file.getAttribute('href')) ?? '');
        expect((await answer.body()).equals(content)).toBe(true);
        expect(answer.headers()['content-disposition']).toContain('attachment');
        // The one in the header: a toast is above the one below.
        await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
        await expect(dialog).toHaveCount(0);
        await save.click();
        await expect(shell(page).toast('Saved content info')).toBeVisible();
        await expect(page).toHaveURL(`/onboarding/${formId}/5`);
      });
      await test.step('confirm, submit, thank you; read-only from then on', async () => {
        await expect(page.getByRole('heading', { name: 'Almost there!' })).toBeVisible();
        await page.getByRole('button', { name: 'Finish and Submit' }).click();
        await expect(page.getByRole('heading', { name: 'Perfect, Thank you!' })).toBeVisible();
        expect(taps.count).toBeGreaterThan(20);
        expect(taps.count).toBeLessThanOrEqual(40);
        await page.goto(`/onboarding/${formId}/2`);
        await expect(
          page.getByText('This form has been submitted. It can no longer be changed.'),
        ).toBeVisible();
        await expect(field('City')).toHaveCount(0);
      });
      await test.step('staff see it', async () => {
        await page.evaluate(() => {
          localStorage.clear();
          // The page remembers here that it has signed in at the beginning.
          sessionStorage.clear();
        });
        await signedIn('internal');
        await page.goto(`/admin/onboarding/${formId}`);
        await expect(page.getByText('Submitted', { exact: true })).toBeVisible();
        await expect(page.getByRole('link', { name: 'paper.pdf' })).toBeVisible();
        await expect(page.getByRole('button', { name: 'Resend Onboarding Form' })).toBeDisabled();
      });
    },
  );
});

test.describe('the form of somebody else', () => {
  test.use({ allowedConsole: failedRequest(403) });

  test('is refused to another user of the client', async ({ page, request, signedIn }) => {
    const { email } = uniquePerson();
    const formId = await callAs<string>(request, 'internal', 'POST', '/api/onboarding', newForm(email));
    await signedIn('client');
    await page.goto(`/onboarding/${formId}/0`);
    // The page of the shell, which replaces that of the area.
    await expect(
      page.getByRole('heading', { name: 'You do not have permission to access the requested resource!' }),
    ).toBeVisible();
  });
});

test.describe('an upload that is interrupted', () => {
  test.use({ allowedConsole: /net::ERR_FAILED/ });

  test('goes on after a lost connection and a reload', async ({ page, request, signedIn }, info) => {
    const { email } = uniquePerson();
    const { dialog } = wizard(page);
    const formId = await callAs<string>(request, 'internal', 'POST', '/api/onboarding', newForm(email));
    await callAs(request, 'internal', 'POST', `/api/onboarding/${formId}/content`, { title: 'White paper' });
    // The contacts, though none, open the step of the content.
    await callAs(request, 'internal', 'POST', `/api/onboarding/${formId}/company-contacts`, []);
    // On disk, because the time of the last change is a part of what makes it the same file.
    const file = info.outputPath('paper.pdf');
    await writeFile(file, Buffer.alloc(5 * 1024 * 1024, '%PDF-1.7 content '));
    const connection = { isLost: true, chunks: 0 };
    await page.route('**/file/chunk', (route) => {
      if (connection.isLost && connection.chunks === 1) return route.abort();
      connection.chunks += 1;
      return route.continue();
    });
    const chooseFile = async () => {
      await page.goto(`/onboarding/${formId}/4`);
      await page.getByRole('button', { name: 'Edit White paper' }).click();
      await dialog.locator('input[type=file]').setInputFiles(file);
    };
    await signedIn('internal');
    await chooseFile();
    const progress = dialog.getByRole('progressbar', { name: 'Uploading paper.pdf' });
    await expect(progress).toHaveAttribute('aria-valuenow', '33');
    await dialog.getByRole('button', { name: 'Pause paper.pdf' }).click();
    await expect(dialog.getByText('5 MB, paused')).toBeVisible();
    await dialog.getByRole('button', { name: 'Resume paper.pdf' }).click();
    await expect(progress).toHaveAttribute('aria-valuenow', '33');
    await page.reload();
    connection.isLost = false;
    await chooseFile();
    await expect(dialog.getByRole('link', { name: 'paper.pdf' })).toBeVisible();
    expect(connection.chunks).toBe(3);
  });
});

test('two people fill in one form at once: both parts are kept, and each sees the other', async ({
  page,
  browser,
  baseURL,
  request,
  signedIn,
}) => {
  const { email } = uniquePerson();
  const formId = await callAs<string>(request, 'internal', 'POST', '/api/onboarding', newForm(email));
  // The contacts, though none, open all steps.
  await callAs(request, 'internal', 'POST', `/api/onboarding/${formId}/company-contacts`, []);
  await signedIn('internal');
  const other = await browser.newPage({ baseURL: baseURL! });
  await startWith(other, await fetchToken(request, 'admin'));
  await page.goto(`/onboarding/${formId}/2`);
  await other.goto(`/onboarding/${formId}/3`);
  const [one, two] = [wizard(page), wizard(other)];
  await expect(one.field('City')).toBeVisible();
  await two.enter({ 'First Name': 'Ada', 'Last Name': 'Löwe', Email: 'ada@aurelis.example' });
  await other.getByRole('button', { name: 'Add Contact' }).click();
  await one.enter(company);
  await one.save.click();
  await expect(page).toHaveURL(`/onboarding/${formId}/3`);
  await two.save.click();
  await expect(other).toHaveURL(`/onboarding/${formId}/4`);
  await other.goto(`/onboarding/${formId}/2`);
  await expect(two.field('City')).toHaveValue(company.City);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Delete contact ada@aurelis.example' })).toBeVisible();
  await other.close();
});

test('onboarding: axe finds nothing, and nothing is wider than the window', async ({
  page,
  request,
  signedIn,
}) => {
  const { email } = uniquePerson();
  const formId = await callAs<string>(request, 'internal', 'POST', '/api/onboarding', newForm(email));
  const state = statesInBothSizes(page);
  const { heading, start, save, dialog } = wizard(page);
  const body = {
    contactName: 'T',
    contactTitle: 'T',
    address1: '1 Main Street',
    city: 'Basel',
    state: 'BS',
    profile: '<h2>Us</h2><p>We <strong>filter</strong>.</p><ul><li><p>One</p></li></ul>',
  };
  const contact = [{ firstName: 'Ada', lastName: 'Löwe', email: 'ada@aurelis.example' }];
  await callAs(request, 'internal', 'PATCH', `/api/onboarding/${formId}/company-info`, body);
  await callAs(request, 'internal', 'POST', `/api/onboarding/${formId}/company-contacts`, contact);
  await callAs(request, 'internal', 'POST', `/api/onboarding/${formId}/content`, { title: 'White paper' });
  await callAs(request, 'internal', 'PATCH', `/api/onboarding/${formId}/content-info`, {
    comment: 'Soon.',
  });
  await signedIn('internal');
  const open = (step: number) => () => page.goto(`/onboarding/${formId}/${step}`);
  await state('list', page.getByText(/^Showing 1 to/), () => page.goto('/admin/onboarding-list'));
  await state('new form', dialog, () => page.getByRole('button', { name: 'New Onboarding Form' }).click());
  await state('preview', page.getByRole('link', { name: 'Edit Content' }), () =>
    page.goto(`/admin/onboarding/${formId}`),
  );
  await state('begin', start, open(0));
  await state('basic info', save, open(1));
  await state('company', save, open(2));
  await state('contacts', save, open(3));
  await state('content', save, open(4));
  await state('content dialog', dialog, () => page.getByRole('button', { name: 'Edit White paper' }).click());
  await state('confirm', page.getByRole('button', { name: 'Finish and Submit' }), open(5));
  await expect(heading).toBeVisible();
});

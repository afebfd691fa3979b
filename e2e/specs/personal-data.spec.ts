import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { callAs } from '../commands/api.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';

const personalData = (page: Page) => ({
  heading: page.getByRole('heading', { level: 1, name: 'Personal Data', exact: true }),
  email: page.getByLabel('Email'),
  find: page.getByRole('button', { name: 'Find reader' }),
  readers: page.getByRole('list', { name: 'Readers found' }).getByRole('listitem'),
  question: page.getByRole('alertdialog'),
  requests: page.getByRole('table', { name: 'Answered requests' }).locator('tbody tr'),
});

/** A reader of the demo, with the number of their activities. */
const findSomeone = async (request: APIRequestContext) => {
  const { items } = await callAs<{ items: { emailUrl: string | null; fullName: string; userId: string }[] }>(
    request,
    'admin',
    'POST',
    '/api/analytics/search',
    { filters: [] },
  );
  const reader = items.find(({ emailUrl }) => emailUrl !== null)!;
  const [name = '', domain = ''] = (reader.emailUrl ?? '')
    .split('@')
    .map((part) => part.replaceAll('___', '.'));
  return { ...reader, email: `${name}@${domain}` };
};

test(
  'Personal Data finds a reader by e-mail, exports what is stored, and asks before it erases',
  { tag: mainStory },
  async ({ page, request, signedIn }) => {
    const { email, fullName, userId } = await findSomeone(request);
    const at = personalData(page);
    await signedIn('admin');
    await page.goto('/admin/personal-data');
    await expect(at.heading).toBeVisible();
    await at.email.fill(email);
    await at.find.click();
    await expect(at.readers).toHaveCount(1);
    await expect(at.readers).toContainText(fullName);
    expect(page.url()).not.toContain('@');

    const reference = `Case ${randomUUID()}`;
    await page.getByLabel('Reference').fill(reference);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as JSON' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`Personal_Data_${userId}.json`);
    const stored = JSON.parse(await readFile(await file.path(), 'utf8')) as { readers: { reader: object }[] };
    expect(stored.readers).toMatchObject([{ reader: { id: Number(userId), email } }]);
    await expect(at.requests.filter({ hasText: reference })).toContainText('Exported');

    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    await expect(at.question).toContainText('This cannot be undone.');
    await page.keyboard.press('Escape');
    await expect(at.question).toBeHidden();
    await expect(at.readers).toContainText(fullName);
  },
);

test('Personal Data restricts a reader, who is shown under a pseudonym until it is lifted', async ({
  page,
  request,
  signedIn,
}) => {
  const { email, fullName, userId } = await findSomeone(request);
  const at = personalData(page);
  const find = async () => {
    await at.email.fill(email);
    await at.find.click();
  };
  await signedIn('admin');
  await page.goto('/admin/personal-data');
  await find();
  await page.getByRole('button', { name: 'Restrict', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The accuracy is contested.');
  await dialog.getByRole('button', { name: 'Restrict' }).click();
  await expect(dialog).toBeHidden();
  await expect(at.requests.first()).toContainText(userId);
  await expect(at.requests.first()).toContainText('Restricted');

  await find();
  await expect(at.readers).toContainText('The accuracy is contested.');
  await expect(at.readers).toContainText('Restricted Reader');
  await expect(at.readers).not.toContainText(fullName);
  await page.getByRole('button', { name: 'Lift restriction' }).click();
  await at.question.getByRole('button', { name: 'Lift restriction' }).click();
  await expect(at.question).toBeHidden();
  await find();
  await expect(at.readers).toContainText(fullName);
});

test('Personal Data: axe finds nothing, and nothing is wider than the window', async ({
  page,
  request,
  signedIn,
}) => {
  const { email } = await findSomeone(request);
  const at = personalData(page);
  const state = statesInBothSizes(page);
  await signedIn('admin');
  await state('nobody yet', at.heading, () => page.goto('/admin/personal-data'));
  await state('found', at.readers.first(), async () => {
    await at.email.fill(email);
    await at.find.click();
  });
  await state('question', at.question, () =>
    page.getByRole('button', { name: 'Erase', exact: true }).click(),
  );
  await page.keyboard.press('Escape');
  await state('restriction', page.getByRole('dialog'), () =>
    page.getByRole('button', { name: 'Restrict', exact: true }).click(),
  );
});

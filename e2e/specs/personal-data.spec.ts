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

const restriction = {
  at: '2026-03-01T10:00:00.000Z',
  by: 'Alexandra Administrator-Longname',
  reason: 'The accuracy of the job title is contested by the reader. '.repeat(8),
  clients: ['Aurelis Bioprocess Solutions', 'Brirarontherapeutics Holding'],
};

/** Answers as if the readers were restricted: others look at the readers of the demo meanwhile. */
const showRestricted = (page: Page) =>
  page.route('**/api/personal-data/find', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { readers: object[] } };
    const readers = body.data.readers.map((reader) => ({
      ...reader,
      name: 'Restricted Reader',
      restriction,
    }));
    await route.fulfill({ response, json: { ...body, data: { ...body.data, readers } } });
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
  await state('no reason', page.getByText('Enter a reason.'), () =>
    page.getByRole('dialog').getByRole('button', { name: 'Restrict' }).click(),
  );
  await page.keyboard.press('Escape');
  await showRestricted(page);
  await state('restricted', at.readers.filter({ hasText: 'contested' }).first(), async () => {
    await at.email.fill(email);
    await at.find.click();
  });
  await state('lifting', at.question, () => page.getByRole('button', { name: 'Lift restriction' }).click());
});

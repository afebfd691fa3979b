import { clients } from '../commands/accounts.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { mailsTo } from '../commands/mail.ts';
import { createUser, uniquePerson } from '../commands/users.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { openUsers } from '../pages/users.page.ts';

const invitePage = (page: Page) => {
  const table = page.getByRole('table', { name: 'People' });
  const cards = page.getByRole('list', { name: 'People', exact: true }).locator('> li');
  return {
    text: page.getByRole('textbox', { name: /One person per line/ }),
    file: page.getByLabel('CSV file'),
    check: page.getByRole('button', { name: 'Check', exact: true }),
    invite: (count: string) => page.getByRole('button', { name: `Invite ${count}` }),
    people: table.locator('tbody tr').or(cards),
    status: (text: string) => page.getByRole('status').filter({ hasText: text }),
  };
};

const line = ({ firstName, lastName, email }: ReturnType<typeof uniquePerson>, clientId: string) =>
  `${email},${firstName},${lastName},Client,${clientId}`;

test(
  'an administrator invites the people of a file, and sees what is wrong with the others',
  { tag: mainStory },
  async ({ page, request, signedIn }) => {
    const known = await createUser(request);
    const person = uniquePerson();
    const content = [
      'Email,First name,Last name,Role,Clients',
      line(person, clients.aurelis.id),
      line(known, clients.aurelis.id),
    ].join('\n');
    const { file, check, invite, people, status } = invitePage(page);
    await signedIn('admin');
    await openUsers(page);
    await page.getByRole('link', { name: 'Invite Users' }).click();
    await file.setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    await check.click();
    await expect(status('1 person can be invited. 1 person cannot')).toBeVisible();
    await expect(people.filter({ hasText: person.email })).toContainText('Ready');
    await expect(people.filter({ hasText: known.email })).toContainText(
      'A user with this e-mail address already exists.',
    );
    expect(await mailsTo(request, person.email)).toHaveLength(0);
    await invite('1 person').dblclick();
    await expect(status('1 person invited.')).toBeVisible();
    await expect(people.filter({ hasText: person.email })).toContainText('Invited');
    expect(await mailsTo(request, person.email)).toHaveLength(1);
    await openUsers(page, `?query=${encodeURIComponent(person.email)}`);
    await expect(page.getByRole('table', { name: 'Users' })).toContainText(person.email);
  },
);

test('Invite Users: axe finds nothing, and nothing is wider than the window', async ({ page, signedIn }) => {
  const { text, check, people } = invitePage(page);
  const state = statesInBothSizes(page);
  await signedIn('admin');
  await state('empty', text, () => page.goto('/admin/users/invite'));
  await state('checked', people.nth(1), async () => {
    await text.fill('nonsense, A, B\nnew@people.example, New, Person, Internal');
    await check.click();
    await expect(people).toHaveCount(2);
  });
});

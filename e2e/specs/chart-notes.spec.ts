import { clients } from '../commands/accounts.ts';
import { callAs } from '../commands/api.ts';
import { buildBody, linkTo } from '../commands/dashboard.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { chart, choose } from '../pages/chart.page.ts';

const range = { from: '2026-01-01', to: '2026-06-30' };
const months = 'Engagements Over Time';
const byStage = "Engagements By Month And Buyer's Journey";
const readers = '/analytics/reader-dashboard';

const findMark = (page: Page, title: string, name: RegExp) =>
  chart(page, title).card.getByRole('button', { name });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

interface Note {
  id: string;
}

test.describe('notes on dates', () => {
  test(
    'are added, seen on other screens, changed and deleted',
    { tag: mainStory },
    async ({ page, request, signedIn }) => {
      const search = { clients: [clients.norvane.id], ...range };
      await signedIn('internal');
      await page.goto(linkTo(search));
      await test.step('added from the menu of a chart', async () => {
        await choose(chart(page, months), 'Add a note');
        const form = dialog(page, 'Add a note');
        await expect(form.getByText(`Client: ${clients.norvane.name}`)).toBeVisible();
        await form.getByRole('button', { name: 'Save' }).click();
        await expect(form.getByText('Please enter a text of 1 to 500 characters.')).toBeVisible();
        await form.getByRole('textbox', { name: 'Date' }).fill('04/15/2026');
        await form.getByRole('textbox', { name: 'Note' }).fill('Spring campaign starts');
        await form.getByRole('button', { name: 'Save' }).click();
        await expect(page.getByText('The note has been saved.')).toBeVisible();
        await expect(findMark(page, months, /^Note, Apr 15, 2026: Spring campaign starts/)).toBeVisible();
        await expect(chart(page, months).drawing).toHaveAccessibleDescription(
          /1 note: Apr 15, 2026 \(Spring campaign starts\)\.$/,
        );
      });
      await test.step('seen on the reader dashboard, with client and author', async () => {
        await page.goto(linkTo(search, readers));
        await findMark(page, byStage, /^Note, Apr 15, 2026/).hover();
        await expect(page.getByRole('tooltip')).toContainText(clients.norvane.name);
      });
      await test.step('changed and deleted by keyboard only', async () => {
        const mark = findMark(page, byStage, /^Note, Apr 15, 2026/);
        await mark.focus();
        await page.keyboard.press('Enter');
        const list = dialog(page, 'Notes');
        await list.getByRole('button', { name: 'Edit the note of Apr 15, 2026' }).focus();
        await page.keyboard.press('Enter');
        const form = dialog(page, 'Edit note');
        await form.getByRole('textbox', { name: 'Note' }).focus();
        await page.keyboard.press('ControlOrMeta+A');
        await page.keyboard.type('Campaign moved');
        // To 'Cancel', then 'Save'.
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await expect(list.getByText('Campaign moved')).toBeVisible();
        await list.getByRole('button', { name: 'Delete the note of Apr 15, 2026' }).focus();
        await page.keyboard.press('Enter');
        const question = page.getByRole('alertdialog', { name: 'Delete this note?' });
        await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await expect(list.getByText('There are no notes in this period.')).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(list).toHaveCount(0);
        await expect(mark).toHaveCount(0);
      });
      const left = await callAs<Note[]>(
        request,
        'internal',
        'POST',
        '/api/annotations/search',
        buildBody(search),
      );
      expect(left).toEqual([]);
    },
  );

  test('are shown to the users of their client only', async ({ page, request, signedIn }) => {
    const add = (clientId: string, text: string) =>
      callAs<Note>(request, 'internal', 'POST', '/api/annotations', { clientId, date: '2026-05-05', text });
    const notes = [
      await add(clients.aurelis.id, 'For Aurelis'),
      await add(clients.kestrowel.id, 'For Kestrowel'),
    ];
    await signedIn('client');
    await page.goto(linkTo({ clients: [clients.aurelis.id], ...range }));
    await expect(findMark(page, months, /^Note, May 5, 2026: For Aurelis/)).toBeVisible();
    await expect(page.locator('body')).not.toContainText('For Kestrowel');
    await test.step('a client user reads the note of somebody else, and cannot change it', async () => {
      await findMark(page, months, /^Note, May 5/).click();
      const list = dialog(page, 'Notes');
      await expect(list.getByText('For Aurelis')).toBeVisible();
      await expect(list.getByRole('button', { name: /^(Edit|Delete)/ })).toHaveCount(0);
    });
    for (const { id } of notes) await callAs(request, 'internal', 'DELETE', `/api/annotations/${id}`);
  });

  test('axe finds nothing, and nothing is wider than the window', async ({ page, request, signedIn }) => {
    const clientId = clients.kestrowel.id;
    const year = { clients: [clientId], from: '2025-01-01', to: '2025-12-31' };
    const dates = ['2025-01-01', '2025-02-10', '2025-02-11', '2025-12-31'];
    const notes = await Promise.all(
      dates.map((date) =>
        callAs<Note>(request, 'internal', 'POST', '/api/annotations', {
          clientId,
          date,
          text: `Wide ${'W'.repeat(200)}`,
        }),
      ),
    );
    await signedIn('internal');
    const state = statesInBothSizes(page);
    await state('marks', findMark(page, months, /^Note, Jan 1, 2025/), () => page.goto(linkTo(year)));
    await state('the list', dialog(page, 'Notes').getByRole('listitem').nth(3), async () => {
      await chart(page, months)
        .card.getByRole('button', { name: `Notes: ${months}, 4` })
        .click();
      await expect(dialog(page, 'Notes').getByRole('listitem')).toHaveCount(4);
    });
    await state(
      'the form with a problem',
      page.getByText('Please enter a text of 1 to 500 characters.'),
      async () => {
        await dialog(page, 'Notes').getByRole('button', { name: 'Add a note' }).click();
        await dialog(page, 'Add a note').getByRole('button', { name: 'Save' }).click();
      },
    );
    await state('marks on the reader dashboard', findMark(page, byStage, /^Note, Jan 1, 2025/), () =>
      page.goto(linkTo(year, readers)),
    );
    for (const { id } of notes) await callAs(request, 'internal', 'DELETE', `/api/annotations/${id}`);
  });
});

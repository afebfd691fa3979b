import type { APIRequestContext } from '@playwright/test';
import { deploy, handwrittenBundle, scriptBundle, withoutPrevious } from '../commands/area-bundles.ts';
import { clients } from '../commands/accounts.ts';
import type { Account } from '../commands/accounts.ts';
import { callAs } from '../commands/api.ts';
import { entry, liveArea } from '../commands/areas.ts';
import { failFiles, fileErrors } from '../commands/file-faults.ts';
import { makeNarrow, statesInBothSizes } from '../commands/looks.ts';
import { saveSearch, uniqueName } from '../commands/saved-searches.ts';
import { findActivities } from '../commands/search.ts';
import { leakedSecrets, recordResponses, secretsOfActivities } from '../commands/secrets.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { openPalette, palette } from '../pages/palette.page.ts';
import { shell, toggleBlinded } from '../pages/shell.page.ts';

/** A page without an area: none is loaded before the palette opens. */
const emptyPage = '/no-page';

/** The name of a reader of a client. */
const someReader = async (request: APIRequestContext, client: string): Promise<string> => {
  const { items } = await findActivities(request, 'internal', { clients: [client], relative: '-1y' });
  const name = items.find(({ fullName }) => fullName)?.fullName;
  if (!name) throw new Error(`The demo data has no reader of client ${client}.`);
  return name;
};

interface Client {
  id: string;
  name: string;
}

const fetchClients = (request: APIRequestContext, account: Account) =>
  callAs<Client[]>(request, account, 'GET', '/api/cms/companies');

/** The name of a reader of a client of whom an account sees no activity. */
const readerUnknownTo = async (
  request: APIRequestContext,
  account: Account,
  client: string,
): Promise<string> => {
  // The palette finds readers by their activities of any date.
  const own = {
    clients: (await fetchClients(request, account)).map(({ id }) => id),
    from: '2020-01-01',
    to: new Date().toISOString().slice(0, 10),
  };
  const { items } = await findActivities(request, 'internal', { clients: [client], relative: '-1y' });
  for (const name of new Set(items.flatMap(({ fullName }) => fullName ?? []))) {
    const { total } = await findActivities(request, account, own, { query: name });
    if (total === 0) return name;
  }
  throw new Error(`${account} sees every reader of client ${client}.`);
};

test(
  'opens by its shortcut and leads to a screen, by keyboard alone',
  { tag: mainStory },
  async ({ page, signedIn }) => {
    const { dialog, input, option, count } = palette(page);
    await signedIn('client');
    await page.goto(emptyPage);
    await openPalette(page);
    await expect(input).toBeFocused();
    await expect(option('Performance Overview')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.type('most active r');
    await expect(option('Most Active Readers')).toHaveAttribute('aria-selected', 'true');
    await expect(count).toHaveText(/^\d+ results?$/);
    await page.keyboard.press('Enter');
    await expect(shell(page).heading('Most Active Readers')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  },
);

test('finds the activity reports, an entry of another area than its group', async ({ page, signedIn }) => {
  const { input, option } = palette(page);
  await signedIn('client');
  await page.goto(emptyPage);
  await openPalette(page);
  await input.fill('activity rep');
  await option('Activity Reports', 'Screens').click();
  await expect(shell(page).heading('Activity Reports')).toBeVisible();
});

test('the button opens it, and closing it returns the focus', async ({ page, signedIn }) => {
  const { button, dialog, input } = palette(page);
  await signedIn('client');
  await page.goto(emptyPage);
  await button.click();
  await expect(input).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
});

test(
  'finds a client, a reader and a saved search, and leads to them',
  { tag: mainStory },
  async ({ page, request, signedIn }) => {
    const { input, option } = palette(page);
    const name = uniqueName('Palette');
    const saved = await saveSearch(request, 'internal', {
      name,
      filters: [
        { $type: 'Terms', field: 'Clients', op: 'Contains', value: [clients.norvane] },
        { $type: 'RelativeDateRange', field: 'RelativeDateRange', value: '-30d' },
      ],
    });
    const reader = await someReader(request, clients.aurelis.id);
    await signedIn('internal');
    await page.goto(emptyPage);
    await test.step('client', async () => {
      await openPalette(page);
      await input.fill(clients.norvane.name);
      await option(clients.norvane.name, 'Clients').click();
      await expect(page).toHaveURL((url) => url.pathname === '/' && url.search.includes('Clients'));
      await expect(page.getByRole('main')).toContainText(clients.norvane.name);
    });
    await test.step('reader', async () => {
      await openPalette(page);
      await input.fill(reader);
      await option(reader, 'Readers').first().click();
      await expect(page).toHaveURL(/\/analytics\/reader-dashboard\/./);
      await expect(page.getByRole('main')).toContainText(reader);
    });
    await test.step('saved search', async () => {
      await openPalette(page);
      await input.fill(name);
      await expect(option(name, 'Saved searches')).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL((url) => url.pathname === '/analytics/search' && /-30d/.test(url.search));
    });
    await test.step('in a new tab', async () => {
      await openPalette(page);
      await input.fill(name);
      await expect(option(name, 'Saved searches')).toHaveAttribute('aria-selected', 'true');
      const opened = page.context().waitForEvent('page');
      await page.keyboard.press('Control+Enter');
      await expect(await opened).toHaveURL(/\/analytics\/search/);
    });
    await saved.remove();
  },
);

test('a client finds nothing of other clients', async ({ page, request, signedIn }) => {
  const { input, option, options, count } = palette(page);
  const [own, all] = await Promise.all([fetchClients(request, 'client'), fetchClients(request, 'internal')]);
  const foreign = all.find(({ id }) => !own.some((each) => each.id === id))!;
  const saved = await saveSearch(request, 'internal', {
    name: uniqueName('Foreign'),
    filters: [{ $type: 'Terms', field: 'Clients', op: 'Contains', value: [foreign] }],
  });
  const reader = await readerUnknownTo(request, 'client', foreign.id);
  await signedIn('client');
  await page.goto(emptyPage);
  await openPalette(page);
  await input.fill(own[0]!.name);
  await expect(option(own[0]!.name, 'Clients')).toBeVisible();
  for (const text of [foreign.name, reader, 'Foreign', 'Review', 'Area Health']) {
    await input.fill(text);
    await expect(option(`Search engagements for “${text}”`)).toBeVisible();
    await expect(count, text).toHaveText('1 result');
    await expect(options).toHaveCount(1);
  }
  await saved.remove();
});

test('in Blinded Mode it shows pseudonyms only, and finds none of the hidden names', async ({
  page,
  request,
  signedIn,
}) => {
  const { input, option, options, count } = palette(page);
  const search = { clients: [clients.aurelis.id], relative: '-1y' };
  const { items } = await findActivities(request, 'internal', search);
  const secrets = await secretsOfActivities(request, items.slice(0, 20));
  const name = await someReader(request, clients.aurelis.id);
  await signedIn('internal');
  await page.goto(emptyPage);
  await openPalette(page);
  await input.fill(name);
  await expect(option(name, 'Readers').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await toggleBlinded(page);
  const { recorded } = recordResponses(page);
  await openPalette(page);
  await input.fill(name);
  await expect(count).toHaveText('0 results');
  await input.fill('Reader');
  await expect(page.getByRole('group', { name: 'Readers' }).getByRole('option').first()).toBeVisible();
  const shown = [(await options.allTextContents()).join('\n'), ...(await recorded()).map(({ text }) => text)];
  expect(shown.flatMap((text) => leakedSecrets(text, secrets))).toEqual([]);
});

/** A version of the analytics area that adds one entry; `mount` is not needed for that. */
const versionWithEntry = async (page: Page, name: string) =>
  scriptBundle(await liveArea(page, 'analytics'), name, (container) => {
    const source = `{
      group: 'Of the new version',
      order: 1,
      find: async (text) => [{ id: 'only', label: 'New: ' + text, to: '/analytics/search' }],
    }`;
    const area = `{
      async bootstrap() {}, async mount() {}, async update() {}, async unmount() {},
      commands: async () => [${source}],
    }`;
    return `var ${container} = { init() {}, async get() { return () => (${area}); } };`;
  });

test('a newly published version of an area brings its entries to the same shell', async ({
  page,
  signedIn,
}) => {
  const { input, option } = palette(page);
  await deploy(page, 'analytics', await versionWithEntry(page, 'newest'));
  await signedIn('client');
  await page.goto(emptyPage);
  await openPalette(page);
  await input.fill('anything');
  await option('New: anything', 'Of the new version').click();
  await expect(page).toHaveURL('/analytics/search');
});

test.describe('areas that fail', () => {
  test.use({ allowedConsole: fileErrors });

  test('a broken area is named, and the rest of the palette works', async ({ page, signedIn }) => {
    const { failed, option, input } = palette(page);
    await withoutPrevious(page, 'analytics');
    const { restore } = await failFiles(page, entry);
    await signedIn('reviewer');
    await page.goto(emptyPage);
    await openPalette(page);
    await input.fill('engagements search');
    await expect(option('Engagements Search', 'Screens')).toBeVisible();
    await expect(failed).toHaveText('Could not be searched: Analytics.');
    await input.fill('activities to review');
    await expect(option(/^Search activities to review/, 'Review Activities')).toBeVisible();
    await restore();
  });

  test('the entries of the previous version stand in for a version that does not load', async ({
    page,
    signedIn,
  }) => {
    const { input, option, failed } = palette(page);
    await deploy(page, 'analytics', await versionWithEntry(page, 'broken'));
    await failFiles(page, /\/analytics\/broken\//);
    await signedIn('client');
    await page.goto(emptyPage);
    await openPalette(page);
    await input.fill('anything');
    await expect(option('Search engagements for “anything”')).toBeVisible();
    await expect(option('New: anything')).toHaveCount(0);
    await expect(failed).toHaveCount(0);
  });

  test('an area that was built before there was a palette only has its screens', async ({
    page,
    signedIn,
  }) => {
    const { failed, option, input, count } = palette(page);
    const older = handwrittenBundle(await liveArea(page, 'analytics'), 'older', {});
    await deploy(page, 'analytics', older, { previous: false });
    await signedIn('client');
    await page.goto(emptyPage);
    await openPalette(page);
    await input.fill('engagements search');
    await expect(option('Engagements Search', 'Screens')).toBeVisible();
    await expect(count).toHaveText('1 result');
    await expect(failed).toHaveCount(0);
  });
});

test('axe finds nothing in its states', async ({ page, signedIn }) => {
  const { dialog, input, nothing, option } = palette(page);
  const state = statesInBothSizes(page);
  await signedIn('internal');
  await page.goto(emptyPage);
  await state('before typing', option('Performance Overview'), () => openPalette(page));
  await state('results', option(clients.aurelis.name, 'Clients'), () =>
    input.fill(clients.aurelis.name.slice(0, 4)),
  );
  await state('nothing found', nothing, async () => {
    // Otherwise, there is always the entry that searches the engagements for the text.
    await page.keyboard.press('Escape');
    await toggleBlinded(page);
    await openPalette(page);
    await input.fill('zzqq');
  });
  await makeNarrow(page);
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
});

import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { clients } from '../commands/accounts.ts';
import { callAs } from '../commands/api.ts';
import { buildBody, linkTo } from '../commands/dashboard.ts';
import { leakedSecrets, longEnough, readableText, recordResponses } from '../commands/secrets.ts';
import { waitForQuiet } from '../commands/network.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { downloadFile } from '../pages/search.page.ts';
import { toggleBlinded } from '../pages/shell.page.ts';

const search = { clients: [clients.aurelis.id], relative: '-90d' };

interface ReaderRow {
  name: string;
  email: string | null;
  linkedInUrl: string | null;
  orgName: string | null;
}
interface OrgRow {
  orgName: string;
}

/** The names and addresses of all that the rankings list, and of all clients. */
const secretsOfRankings = async (request: APIRequestContext): Promise<Set<string>> => {
  const body = { ...buildBody(search), size: 200 };
  const [readers, orgs, companies] = await Promise.all([
    callAs<ReaderRow[]>(request, 'internal', 'POST', '/api/most-active-readers', body),
    callAs<OrgRow[]>(request, 'internal', 'POST', '/api/most-active-cos', buildBody(search)),
    callAs<{ name: string }[]>(request, 'internal', 'GET', '/api/cms/companies'),
  ]);
  return new Set(
    [
      ...readers.flatMap(({ name, email, linkedInUrl, orgName }) => [name, email, linkedInUrl, orgName]),
      ...orgs.map(({ orgName }) => orgName),
      ...companies.map(({ name }) => name),
    ].filter(longEnough),
  );
};

/** Records the title and the address of every document and of every call. */
const recordAddresses = (page: Page): Set<string> => {
  const addresses = new Set<string>();
  page.on('request', (request) => addresses.add(request.url()));
  page.on('framenavigated', (frame) => addresses.add(frame.url()));
  return addresses;
};

const loaded = async (page: Page) => {
  await waitForQuiet(page);
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
};

const table = (page: Page, name: string) => page.getByRole('table', { name });

/** The content of the page, which must be loaded, and its address. */
const readPage = async (page: Page) => [page.url(), await page.title(), await page.content()].join('\n');

const download = async (page: Page, name: string | RegExp) => {
  const file = await downloadFile(page, name);
  return `${file.suggestedFilename()}\n${await readableText(await readFile(await file.path()))}`;
};

/** Opens each dashboard by the links of the rankings, and downloads the rankings. */
const visitAll = async (page: Page): Promise<{ from: string; text: string }[]> => {
  const outputs: { from: string; text: string }[] = [];
  const record = async (from: string) => {
    await loaded(page);
    outputs.push({ from, text: await readPage(page) });
  };
  await test.step('the content overview', async () => {
    await page.goto(linkTo(search, '/analytics/content-overview-dashboard'));
    await expect(page.getByRole('figure', { name: 'Top Documents By Unique Readers' })).toBeVisible();
    await record('content overview');
  });
  await test.step('most active readers, and the first of them', async () => {
    await page.goto(linkTo(search, '/analytics/most-active-readers-dashboard'));
    const first = table(page, 'Most active readers').getByRole('row').nth(1).getByRole('link').first();
    await expect(first).toBeVisible();
    await record('most active readers');
    outputs.push({ from: 'readers file as shown', text: await download(page, /^As shown/) });
    outputs.push({ from: 'readers file', text: await download(page, /^Most Active Readers Report/) });
    await first.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reader Dashboard' })).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Activity Timeline' }).getByRole('listitem'),
    ).not.toHaveCount(0);
    await record('reader');
  });
  await test.step('the most active reader', async () => {
    await page.goto(linkTo(search, '/analytics/reader-dashboard'));
    await expect(page.getByRole('heading', { level: 1, name: 'Most Active Reader' })).toBeVisible();
    await record('most active reader');
  });
  await test.step('most active companies', async () => {
    await page.goto(linkTo(search, '/analytics/most-active-companies-dashboard'));
    await expect(table(page, 'Most active companies').getByRole('row').nth(1)).toBeVisible();
    await record('most active companies');
    outputs.push({ from: 'companies file as shown', text: await download(page, /^As shown/) });
    outputs.push({ from: 'companies file', text: await download(page, /^Most Active Companies Report/) });
  });
  const similar = page.getByRole('region', { name: 'Similar Organizations' }).getByRole('listitem');
  await test.step('the first of them', async () => {
    await table(page, 'Most active companies').getByRole('row').nth(1).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Company Dashboard' })).toBeVisible();
    await expect(similar).not.toHaveCount(0);
    await record('company');
  });
  await test.step('the most active company', async () => {
    await page.goto(linkTo(search, '/analytics/reader-co-dashboard'));
    await expect(page.getByRole('heading', { level: 1, name: 'Most Active Company' })).toBeVisible();
    await expect(similar).not.toHaveCount(0);
    await record('most active company');
  });
  return outputs;
};

test.describe('dashboards in Blinded Mode', () => {
  test(
    'no page, address, response or file contains a hidden name',
    { tag: mainStory },
    async ({ page, request, signedIn }) => {
      const secrets = await secretsOfRankings(request);
      expect(secrets.size).toBeGreaterThan(100);
      await signedIn('internal');
      await page.goto('/no-page');
      await toggleBlinded(page);
      const { recorded } = recordResponses(page);
      const addresses = recordAddresses(page);
      const outputs = await visitAll(page);
      const everything = [
        ...outputs,
        ...(await recorded()),
        ...[...addresses].map((text) => ({ from: 'address', text })),
      ];
      expect(everything.length).toBeGreaterThan(60);
      const leaks = everything.flatMap(({ from, text }) =>
        leakedSecrets(text, secrets).map((secret) => `${from}: ${secret}`),
      );
      expect(leaks).toEqual([]);
    },
  );

  test('without it, the same check finds the secrets', async ({ page, request, signedIn }) => {
    const secrets = await secretsOfRankings(request);
    await signedIn('internal');
    for (const { from, text } of await visitAll(page))
      expect([from, leakedSecrets(text, secrets).length > 0]).toEqual([from, true]);
  });
});

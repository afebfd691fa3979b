import { callAs } from '../commands/api.ts';
import { linkTo, fetchNumbers } from '../commands/dashboard.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import { filtersIn, openFilters, openFiltersAt, pick } from '../pages/filter-panel.page.ts';
import { figureNames, readFigure } from '../pages/overview.page.ts';

/** Whether a request has the filter on 'Specifics' with this value. */
const hasFlag = (body: string | null, value: boolean): boolean => {
  const { filters } = JSON.parse(body ?? '{"filters":[]}') as {
    filters: { field: string; value: unknown }[];
  };
  return filters.some((filter) => filter.field === 'Specifics' && filter.value === value);
};

test.describe('fields', () => {
  test.beforeEach(async ({ signedIn }) => signedIn('internal'));

  test('terms, texts, numbers and flags narrow the dashboard to the count in the panel', async ({ page }) => {
    const panel = await openFiltersAt(page);
    await test.step('the panel shows how many rows match its draft', async () => {
      await expect(panel.matches).toBeVisible();
      await pick(page, 'Quality', '3');
      await pick(page, 'Country', 'Germany');
      await pick(page, 'Content Type', 'Editorial');
      await panel.button('Contains: operator of Content Type').click();
      await panel.text('Title').fill('manager\ndirector');
      await panel.comparison('Title').selectOption('Contains');
      await expect(panel.modified).toBeVisible();
    });
    // The draft between the two clicks is counted, too, if the machine is slow enough.
    const stats = page.waitForResponse(
      (response) => response.url().endsWith('/stats') && hasFlag(response.request().postData(), false),
    );
    await panel.button('Specifics Any').click();
    await panel.button('Specifics Yes').click();
    const counted = (await (await stats).json()) as { data: { totalLeads: number } };
    await expect(panel.matches).toHaveText(
      new RegExp(`^${counted.data.totalLeads.toLocaleString('en-US')} match`),
    );
    await panel.seeResults.click();
    await expect(panel.panel).toBeHidden();
    const search = filtersIn(page);
    for (const part of [
      'Quality:3',
      'ContentType.NotContains:Editorial',
      'Title.Contains:manager~ndirector',
      'Specifics:no',
    ])
      expect(search).toContain(part);
    // The card still shows the previous figure until its request has begun.
    await expect.poll(() => readFigure(page, figureNames.engagements)).toBe(counted.data.totalLeads);
  });

  test('dependent fields appear and disappear with their field', async ({ page }) => {
    const panel = await openFiltersAt(page);
    await expect(panel.from).toBeHidden();
    await panel.relativeRange.selectOption({ label: 'Custom' });
    await expect(panel.from).toBeVisible();
    await panel.text('Specifics Text').fill('price');
    await panel.button('Specifics Any').click();
    await panel.button('Specifics Yes').click();
    await expect(panel.text('Specifics Text')).toBeHidden();
    await panel.relativeRange.selectOption({ label: '2 years' });
    await panel.seeResults.click();
    await expect.poll(() => filtersIn(page)).toBe('Clients:1;RelativeDateRange:-2y;Specifics:no');
  });

  test('a text field has up to seven entries, which must all match', async ({ page }) => {
    const panel = await openFiltersAt(page);
    await panel.text('Document Title').fill('a');
    await panel.comparison('Document Title').selectOption('Contains');
    for (let entry = 2; entry <= 7; entry += 1) {
      await panel.button('Add another Document Title').click();
      await expect(panel.text(`Document Title (${entry})`)).toBeFocused();
    }
    await expect(panel.button('Add another Document Title')).toHaveCount(0);
    await panel.text('Document Title (2)').fill('e');
    await panel.comparison('Document Title (2)').selectOption('Not contains');
    await panel.button('Remove Document Title (7)').click();
    await expect(panel.text('Document Title (6)')).toBeFocused();
    await panel.seeResults.click();
    await expect
      .poll(() => filtersIn(page))
      .toMatch(/DocumentTitle\.Contains:a;DocumentTitle\.NotContains:e$/);
  });

  test('tags belong to the selected clients and are removed with them', async ({ page }) => {
    const tags = (ids: string[]) =>
      callAs<{ name: string }[]>(page.request, 'internal', 'POST', '/api/filter-lookups/cms/tags', {
        field: 'AnalystTags',
        cIds: ids,
      });
    const [own] = await tags(['1']);
    const others = new Set((await tags(['2'])).map(({ name }) => name));
    const panel = await openFiltersAt(page);
    await pick(page, 'Analyst Tags', own?.name ?? '');
    await panel.list('Analyst Tags').click();
    await expect(panel.panel.getByRole('option', { name: own?.name, exact: true })).toHaveCount(0);
    await panel.list('Analyst Tags').press('Escape');
    expect(others.has(own?.name ?? '')).toBe(false);
    await pick(page, 'Clients', 'Norvane Filtration');
    await panel.chip('Aurelis Bioprocess').click();
    await expect(panel.chip(own?.name ?? '')).toHaveCount(0);
  });

  test('fields can be searched by label', async ({ page }) => {
    const panel = await openFiltersAt(page);
    await panel.find.fill('rev');
    await expect(panel.text('Revenue')).toBeVisible();
    await expect(panel.section('Demographic')).toBeHidden();
    await panel.text('Revenue').fill('lots');
    await panel.seeResults.click();
    await expect(panel.problem('Use a whole number')).toBeVisible();
    await expect(panel.text('Revenue')).toBeFocused();
    await expect(panel.section('Demographic')).toBeVisible();
  });
});

test('reader organizations are looked up by pasted names', async ({ page, request, signedIn }) => {
  const found = await callAs<{ id: string; name: string }[]>(
    request,
    'premium',
    'GET',
    '/api/user-proxy?path=reader-orgs&q=b',
  );
  const orgs = found.filter(({ name }) => !name.startsWith('=')).slice(0, 3);
  await signedIn('premium');
  const panel = await openFiltersAt(page, linkTo({ clients: ['2'], relative: '-2y' }));
  await panel.button('Reader Org Lookup').click();
  const box = panel.text('Reader Org Lookup');
  await expect(box).toBeFocused();
  await expect(panel.button('Search')).toBeDisabled();
  const knownNames = orgs.map(({ name }) => ` ${name.toUpperCase()} `);
  await box.fill([...knownNames, 'Nobody and Sons'].join('\n'));
  await panel.button('Search').click();
  await expect(panel.problem('3 Reader org(s) found (below).')).toBeVisible();
  await expect(panel.problem('1 name(s) did not match any reader orgs:')).toBeVisible();
  await expect(panel.panel.getByRole('table', { name: 'Reader orgs found' }).getByRole('cell')).toHaveCount(
    3,
  );
  await panel.seeResults.click();
  await expect.poll(() => filtersIn(page)).toContain('ReaderOrgs:');
  const ids = filtersIn(page)?.split('ReaderOrgs:')[1]?.split(';')[0]?.split(',');
  expect(ids?.toSorted()).toEqual(orgs.map(({ id }) => id).toSorted());
});

test('questions appear for communities of their business group', async ({ page, request, signedIn }) => {
  const communities = await callAs<{ name: string; businessGroupId: string | null }[]>(
    request,
    'internal',
    'GET',
    '/api/common-lookup/onlines',
  );
  const findCommunityName = (group: string) =>
    communities.find(({ businessGroupId }) => businessGroupId === group)?.name ?? '';
  await signedIn('internal');
  const panel = await openFiltersAt(page, linkTo({ clients: ['1', '3'], relative: '-2y' }));
  await expect(panel.list('Device Class')).toBeHidden();
  await pick(page, 'Communities', findCommunityName('1'));
  await expect(panel.list('Device Class')).toBeHidden();
  await pick(page, 'Communities', findCommunityName('3'));
  await pick(page, 'Device Class', 'III');
  await panel.seeResults.click();
  await expect.poll(() => filtersIn(page)).toContain('DeviceClass:III');
  await page.reload();
  await openFilters(page);
  await expect(panel.chip('III')).toBeVisible();
});

test('the panel counts the same rows as the API', { tag: mainStory }, async ({ page, request, signedIn }) => {
  const { stats } = await fetchNumbers(request, 'internal', {
    clients: ['1'],
    relative: '-1y',
    communities: ['1'],
  });
  const [first] = await callAs<{ id: string; name: string }[]>(
    request,
    'internal',
    'GET',
    '/api/common-lookup/onlines',
  );
  expect(first?.id).toBe('1');
  await signedIn('internal');
  const panel = await openFiltersAt(page);
  await pick(page, 'Communities', first?.name ?? '');
  await expect(panel.matches).toHaveText(`${stats.totalLeads.toLocaleString('en-US')} matches`);
});

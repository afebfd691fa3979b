import '@testing-library/jest-dom';
import { findExportColumn, searchSortFields } from '@readerlens/contract/explorer';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { sessionStore } from '@readerlens/auth';
import { rows } from '../../testing/engagements.ts';
import type { FakeApi } from '../../testing/fake-api.ts';
import { button, closeSearch, openSearch, ready, startSearchServer } from '../../testing/open-search.tsx';
import { signIn } from '../../testing/session.ts';

const path = '/api/analytics/export';
const ofSelection = `${path}-selection`;
const ofPdf = `${path}-pdf`;

const saved: { blob: Blob; name: string }[] = [];
let made: Blob;

beforeEach(() => {
  signIn({ companies: [{ id: 'c1', name: 'Acme', onlines: [] }] });
  saved.length = 0;
  URL.createObjectURL = (blob: Blob) => {
    made = blob;
    return 'blob:file';
  };
  URL.revokeObjectURL = () => {};
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push({ blob: made, name: this.download });
  });
});
afterEach(closeSearch);

const open = async (count = 3) => {
  const fake = await startSearchServer(rows(count));
  for (const one of [path, ofSelection]) fake.answers[one] = { file: 'activities_20260304_1506.xlsx' };
  fake.answers[ofPdf] = { file: 'activities_20260304_1506.pdf' };
  fake.answers['/api/default-columns/u1'] = {
    data: ['email', 'company', 'referenceNumber', 'date', 'activityType'].map((field) => {
      const { category, isMandatoryForExport } = findExportColumn(field) ?? {};
      return { field, category, isMandatoryForExport };
    }),
  };
  const view = openSearch({ offers: (to) => to.startsWith('/admin/user/') });
  if (count > 0) await ready();
  return { fake, ...view };
};
type Opened = Awaited<ReturnType<typeof open>>;

/** An item of the menu once it is open and has the focus: one that closes is still there, but takes no click. */
const item = async (name: RegExp | string) => {
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus());
  return screen.findByRole('menuitem', { name });
};
const download = async ({ user }: Opened, name: RegExp | string) => {
  await user.click(button('Download'));
  await user.click(await item(name));
};
const findLastBody = (fake: FakeApi, call: string) => fake.calls.findLast((one) => one.path === call)?.body;

it("saves all results under the server's file name", async () => {
  const opened = await open();
  await download(opened, 'Individual Activities (xlsx)');
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['activities_20260304_1506.xlsx']));
  expect(await screen.findByText('activities_20260304_1506.xlsx was saved.')).toBeVisible();
  const body = findLastBody(opened.fake, path);
  expect(body).toMatchObject({
    filters: [{ field: 'Clients', value: ['c1'] }, { field: 'DateRange' }],
    sort: { field: 'date', order: 'desc' },
    aggregateSubsequents: false,
    blindReaderAndCompany: false,
    format: 'xlsx',
  });
  expect(body?.exportId).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(body).not.toHaveProperty('columns');
});

it('neither offers nor requests columns that the user may not see, even if they were selected before', async () => {
  const columns = ['referenceNumber', 'date', 'activityType', 'revenue', 'email', 'analystTags'];
  sessionStorage.setItem('readerlens.export-columns', JSON.stringify({ owner: 'u1', columns }));
  const opened = await open();
  await download(opened, 'Individual Activities (xlsx)');
  await waitFor(() => expect(saved).toHaveLength(1));
  const sent = findLastBody(opened.fake, path) as { columns?: { field: string }[] } | undefined;
  expect(sent?.columns?.map(({ field }) => field)).toEqual([
    'referenceNumber',
    'date',
    'activityType',
    'email',
  ]);
  await opened.user.click(button('Download'));
  await opened.user.click(await item('Setup Export Columns'));
  expect(await screen.findByRole('checkbox', { name: 'Email' })).toBeChecked();
  for (const name of ['Revenue', 'Analyst Tags', 'Organization Type', 'Product Category'])
    expect(screen.queryByRole('checkbox', { name })).not.toBeInTheDocument();
});

it('saves what is shown, without the options of the specified files', async () => {
  const opened = await open();
  await download(opened, 'As shown (xlsx)');
  await waitFor(() => expect(saved).toHaveLength(1));
  const body = findLastBody(opened.fake, path);
  expect(body).toMatchObject({
    shownColumns: [...searchSortFields, 'specifics'],
    sort: { field: 'date', order: 'desc' },
  });
  expect(body).not.toHaveProperty('aggregateSubsequents');
});

it('saves only the selected activities', async () => {
  const opened = await open();
  await opened.user.click(await ready('Select Reader 2, Guide 2'));
  await download(opened, 'Aggregated Subsequent Rows (xlsx)');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(findLastBody(opened.fake, ofSelection)).toMatchObject({
    itemIds: ['Engagement-2'],
    sort: { field: 'date', order: 'desc' },
    aggregateSubsequents: true,
  });
  expect(opened.fake.paths()).not.toContain('analytics/export');
});

it('saves CSV, with pseudonyms in Blinded Mode', async () => {
  const opened = await open();
  act(() => sessionStore.setState({ blinded: true }));
  await ready();
  await download(opened, 'Individual Activities (csv)');
  await waitFor(() =>
    expect(findLastBody(opened.fake, path)).toMatchObject({ format: 'csv', blindReaderAndCompany: true }),
  );
});

it('creates PDFs of selected activities only, with a hint', async () => {
  const opened = await open();
  await opened.user.click(button('Download'));
  const entry = await item(/^Individual Activities \(pdf\)/);
  expect(entry).toHaveAttribute('aria-disabled', 'true');
  expect(entry).toHaveTextContent('Select activities first.');
  await opened.user.keyboard('{Escape}');
  await opened.user.click(await ready());
  await download(opened, 'Individual Activities (pdf)');
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['activities_20260304_1506.pdf']));
  expect(findLastBody(opened.fake, ofPdf)).toEqual({
    itemIds: ['Engagement-1'],
    sort: { field: 'date', order: 'desc' },
    blindReaderAndCompany: false,
  });
});

it('offers no export without results', async () => {
  const opened = await open(0);
  await screen.findByText('No results found');
  await opened.user.click(button('Download'));
  const entries = await screen.findAllByRole('menuitem');
  const disabled = entries.map((entry) => [
    entry.textContent,
    entry.getAttribute('aria-disabled') ?? 'false',
  ]);
  expect(disabled).toEqual([
    ['As shown (xlsx)', 'true'],
    ['Individual Activities (xlsx)', 'true'],
    ['Aggregated Subsequent Rows (xlsx)', 'true'],
    ['Individual Activities (pdf)', 'true'],
    ['Individual Activities (csv)', 'true'],
    ['Setup Export Columns', 'false'],
  ]);
});

it('reports when the file cannot be created', async () => {
  const opened = await open();
  opened.fake.answers[path] = { status: 500, message: 'No room.' };
  await download(opened, 'Individual Activities (xlsx)');
  expect(
    await screen.findByText('Individual Activities (xlsx) could not be created. No room.'),
  ).toBeVisible();
  expect(saved).toEqual([]);
});

it('shows progress, asks before the page is left, and can be canceled', async () => {
  const opened = await open();
  const { fake, user, guards } = opened;
  fake.answers[path] = { file: 'never.xlsx', after: new Promise(() => {}) };
  await download(opened, 'Individual Activities (xlsx)');
  const region = await screen.findByRole('region', { name: 'Export' });
  expect(button('Download')).toHaveAttribute('aria-busy', 'true');
  await waitFor(() => expect(button('Download')).toHaveFocus());
  expect([...guards].map((guard) => guard())).toEqual([
    'An export is in progress. Leave the page and cancel it?',
  ]);
  await waitFor(() => expect(findLastBody(fake, path)).toBeDefined());
  const progressPath = `/api/analytics/export-progress/${findLastBody(fake, path)?.exportId}`;
  fake.answers[progressPath] = { data: { rows: 0, total: 0, waiting: 2 } };
  expect(await within(region).findByText('Waiting: 2 exports before yours')).toBeVisible();
  fake.answers[progressPath] = { data: { rows: 1200, total: 3000, waiting: 0 } };
  expect(await within(region).findByText('1,200 of 3,000 rows')).toBeVisible();
  expect(within(region).getByRole('progressbar')).toHaveAttribute('value', '1200');
  await user.click(within(region).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(region).not.toBeInTheDocument());
  await waitFor(() => expect(fake.calls.find((one) => one.path === path)?.aborted).toBe(true));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(saved).toEqual([]);
  expect(guards.size).toBe(0);
});

it('runs one export at a time', async () => {
  const opened = await open();
  const { fake, user } = opened;
  fake.answers[path] = { file: 'never.xlsx', after: new Promise(() => {}) };
  await user.click(button('Download'));
  const entry = await item('Individual Activities (xlsx)');
  act(() => {
    fireEvent.click(entry);
    fireEvent.click(entry);
  });
  await screen.findByRole('region', { name: 'Export' });
  await user.click(button('Download'));
  expect(await screen.findByText('An export is in progress.')).toBeVisible();
  expect(await item('Individual Activities (csv)')).toHaveAttribute('aria-disabled', 'true');
  await waitFor(() => expect(fake.paths()).toContain('analytics/export'));
  expect(fake.calls.filter((one) => one.path === path)).toHaveLength(1);
});

describe('Setup Export Columns', () => {
  const setup = async (opened: Opened) => {
    await download(opened, 'Setup Export Columns');
    const drawer = await screen.findByRole('dialog', { name: 'Configure Export Columns' });
    await within(drawer).findByRole('list', { name: 'Selected columns' });
    return drawer;
  };
  const chosen = () =>
    within(screen.getByRole('list', { name: 'Selected columns' }))
      .getAllByRole('listitem')
      .map(({ dataset }) => dataset.field);
  const defaults = ['email', 'company', 'referenceNumber', 'date', 'activityType'];

  it("starts with the user's defaults, and applies to exports after Update", async () => {
    const opened = await open();
    const drawer = await setup(opened);
    expect(chosen()).toEqual(defaults);
    expect(within(drawer).getByRole('link', { name: 'Default Export Columns' })).toHaveAttribute(
      'href',
      '/admin/user/u1?active=Columns',
    );
    await opened.user.click(button('Remove Email'));
    await opened.user.click(button('Move Reader Company down'));
    await opened.user.click(button('Update'));
    await waitFor(() => expect(drawer).not.toBeInTheDocument());
    await download(opened, 'Individual Activities (xlsx)');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(findLastBody(opened.fake, path)).toMatchObject({
      columns: [
        { field: 'referenceNumber', category: 'Activity', isMandatoryForExport: true },
        { field: 'company', category: 'Company', isMandatoryForExport: false },
        { field: 'date' },
        { field: 'activityType' },
      ],
    });
    expect(opened.fake.calls.every((call) => call.path !== '/api/default-columns')).toBe(true);
    await setup(opened);
    expect(chosen()).toEqual(['referenceNumber', 'company', 'date', 'activityType']);
    await opened.user.click(button('Use defaults'));
    expect(chosen()).toEqual(defaults);
  });

  it('changes nothing if closed without Update', async () => {
    const opened = await open();
    const drawer = await setup(opened);
    await opened.user.click(button('Remove Email'));
    await opened.user.click(within(drawer).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(drawer).not.toBeInTheDocument());
    await setup(opened);
    expect(chosen()).toEqual(defaults);
    await opened.user.keyboard('{Escape}');
    await download(opened, 'Individual Activities (xlsx)');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(findLastBody(opened.fake, path)).not.toHaveProperty('columns');
  });

  it('reports when the defaults fail to load', async () => {
    const opened = await open();
    opened.fake.answers['/api/default-columns/u1'] = { status: 500, message: 'Busy.' };
    await download(opened, 'Setup Export Columns');
    expect(await screen.findByText('Busy.')).toBeVisible();
    expect(button('Update')).toBeDisabled();
  });
});

import '@testing-library/jest-dom';
import { startFakeApi } from '@readerlens/auth/testing';
import type { FakeApi } from '@readerlens/auth/testing';
import { fireEvent, waitFor } from '@testing-library/react';
import { createCatalogue, questionField } from '../model/index.ts';
import { acme, lastYear, buildModel, openPanel, staffUser } from './testing/open-panel.tsx';

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({ 'GET /api/saved-searches/u1': { data: { items: [] } } });
});
afterEach(() => api.stop());

const open = () => openPanel({ user: staffUser, applied: buildModel(acme, lastYear) });

it('shows every field in its section', async () => {
  const { panel } = await open();
  for (const title of ['General', 'Demographic', 'Firmographic', 'Contextual'])
    expect(panel.getByRole('heading', { name: title })).toBeInTheDocument();
  for (const name of ['Quality', 'Media Source', 'Newsletter', 'Personas', 'Content Theme', 'Document Types'])
    expect(panel.getByRole('combobox', { name })).toBeInTheDocument();
  for (const name of ['Email', 'Document Title', 'Revenue', 'Specifics Text'])
    expect(panel.getByRole('textbox', { name })).toBeInTheDocument();
});

it('includes terms, excludes terms, and includes missing values', async () => {
  const view = await open();
  await view.pick('Quality', '3');
  await view.press('N/A: include where Quality is not available');
  await view.pick('Content Type', 'Editorial');
  await view.press('Contains: operator of Content Type');
  expect(view.panel.queryByRole('button', { name: /N\/A.*Content Type/ })).not.toBeInTheDocument();
  await view.press('See results');
  expect(view.last('Quality')).toMatchObject({ op: 'Contains', value: [{ id: '3' }], allowNA: true });
  expect(view.last('ContentType')).toMatchObject({ op: 'NotContains', value: [{ id: 'Editorial' }] });
});

it('cannot exclude clients: a search stays restricted to them', async () => {
  const { panel } = await open();
  expect(panel.queryByRole('button', { name: /operator of Clients|where Clients/ })).not.toBeInTheDocument();
});

it('compares text with six operators, one entry per line', async () => {
  const view = await open();
  const title = view.panel.getByRole('textbox', { name: 'Title' });
  await view.person.type(title, 'chief{Enter}head of');
  const comparison = view.panel.getByRole('combobox', { name: 'Operator of Title' });
  expect([...comparison.children].map(({ textContent }) => textContent)).toEqual([
    'Equals',
    'Contains',
    'Like',
    'Not equal',
    'Not contains',
    'Not like',
  ]);
  await view.person.selectOptions(comparison, 'Contains');
  await view.person.type(view.panel.getByRole('textbox', { name: 'City' }), '   ');
  await view.press('See results');
  expect(view.last('Title')).toEqual({
    $type: 'Text',
    field: 'Title',
    op: 'Contains',
    value: 'chief\nhead of',
  });
  expect(view.last('City')).toBeUndefined();
});

it('rejects text that is too long with a message, and does not truncate it', async () => {
  const view = await open();
  const lines = Array.from({ length: 400 }, (_, i) => `${'a'.repeat(60)}${i}@company.example`).join('\n');
  const email = view.panel.getByRole('textbox', { name: 'Email' });
  await view.person.click(email);
  await view.person.paste(lines);
  await view.press('See results');
  expect(email).toHaveValue(lines);
  expect(view.panel.getByText('At most 20,000 characters are allowed.')).toBeVisible();
});

it('offers only the operators of a field', async () => {
  const question = questionField({
    id: 'q1',
    field: 'DrugName',
    label: 'Drug Name',
    group: 'FirmographicLifeSciences',
    kind: 'Text',
  });
  const catalogue = createCatalogue([{ ...question, restrictedToOps: ['Equals', 'NotEqual'] }]);
  const { person, panel } = await openPanel({
    user: staffUser,
    applied: buildModel(acme, lastYear),
    catalogue,
  });
  await person.click(panel.getByRole('textbox', { name: 'Drug Name' }));
  const comparison = panel.getByRole('combobox', { name: 'Operator of Drug Name' });
  expect([...comparison.children].map(({ textContent }) => textContent)).toEqual(['Equals', 'Not equal']);
});

it('cycles flags through any, yes and no', async () => {
  const view = await open();
  const name = (value: string) => `Client Consent Status ${value}`;
  await view.press(name('Any'));
  await view.press('N/A: include where Client Consent Status is not available');
  await view.press(name('Yes'));
  await view.press('Specifics Any');
  await view.press('See results');
  expect(view.last('ClientConsentStatus')).toMatchObject({ value: false, allowNA: true });
  expect(view.last('Specifics')).toEqual({ $type: 'Exists', field: 'Specifics', value: true });
  const panel = await view.open();
  await view.person.click(panel.getByRole('button', { name: name('No') }));
  expect(panel.getByRole('button', { name: name('Any') })).toBeInTheDocument();
});

it('parses money, and does not apply invalid numbers', async () => {
  const view = await open();
  const revenue = view.panel.getByRole('textbox', { name: 'Revenue' });
  await view.person.type(revenue, '1250000.50');
  await view.press('See results');
  expect(view.emitted).toHaveLength(0);
  expect(view.panel.getByText('Use a whole number')).toBeInTheDocument();
  expect(revenue).toHaveFocus();
  await view.person.clear(revenue);
  await view.person.type(revenue, '$1,250,000');
  await view.person.selectOptions(
    view.panel.getByRole('combobox', { name: 'Operator of Revenue' }),
    'Greater than or equals',
  );
  expect(revenue).toHaveValue('$1,250,000');
  await view.press('See results');
  expect(view.last('Revenue')).toMatchObject({ op: 'GreaterThanOrEquals', value: 1_250_000 });
});

it('accepts several media sources', async () => {
  const view = await open();
  await view.pick('Media Source', 'Stream NL');
  await view.pick('Media Source', 'Custom Newsletters');
  await view.press('See results');
  expect(view.last('MediaSource')).toMatchObject({ value: ['Stream NL', 'Custom Newsletters'] });
});

it('adds entries after the last one, up to seven, and removes all but the first', async () => {
  const view = await open();
  const add = () => view.panel.queryAllByRole('button', { name: 'Add another Title' });
  expect(view.panel.queryByRole('button', { name: /^Remove Title/ })).not.toBeInTheDocument();
  await view.person.type(view.panel.getByRole('textbox', { name: 'Title' }), 'chief');
  for (let entry = 2; entry <= 7; entry += 1) {
    expect(add()).toHaveLength(1);
    await view.person.click(add()[0]!);
    const added = view.panel.getByRole('textbox', { name: `Title (${entry})` });
    await view.person.type(added, `entry ${entry}`);
  }
  expect(add()).toHaveLength(0);
  await view.press('Remove Title (3)');
  expect(view.panel.getByRole('textbox', { name: 'Title (3)' })).toHaveValue('entry 4');
  expect(add()).toHaveLength(1);
  await view.press('See results');
  const titles = view.emitted[0]?.filters.filter(({ field }) => field === 'Title');
  expect(titles?.map(({ value }) => value)).toEqual([
    'chief',
    'entry 2',
    'entry 4',
    'entry 5',
    'entry 6',
    'entry 7',
  ]);
});

it('shows and keeps a field only while its controlling field allows it', async () => {
  const view = await open();
  await view.person.type(view.panel.getByRole('textbox', { name: 'Specifics Text' }), 'call me');
  await view.press('Specifics Any');
  expect(view.panel.getByRole('textbox', { name: 'Specifics Text' })).toHaveValue('call me');
  await view.press('Specifics Yes');
  expect(view.panel.queryByRole('textbox', { name: 'Specifics Text' })).not.toBeInTheDocument();
  await view.press('Analyst Tags Exist Any');
  await view.press('Analyst Tags Exist Yes');
  expect(view.panel.queryByRole('combobox', { name: 'Analyst Tags' })).not.toBeInTheDocument();
  await view.press('See results');
  expect(view.last('SpecificsText')).toBeUndefined();
  expect(view.last('Specifics')).toMatchObject({ value: false });
});

it('clears invalid input on Reset', async () => {
  const view = await open();
  await view.person.type(view.panel.getByRole('textbox', { name: 'Revenue' }), 'much');
  await view.press('Reset');
  expect(view.panel.getByRole('textbox', { name: 'Revenue' })).toHaveValue('');
});

it('finds a field by its label, and shows problems in any section', async () => {
  const view = await openPanel({ user: staffUser });
  await view.person.type(view.panel.getByRole('searchbox', { name: 'Find a field' }), 'rev');
  expect(view.panel.getByRole('textbox', { name: 'Revenue' })).toBeVisible();
  expect(view.panel.queryByRole('combobox', { name: 'Clients' })).not.toBeInTheDocument();
  await view.press('See results');
  expect(view.panel.getByText('Companies Is Required')).toBeVisible();
  expect(view.panel.getByRole('combobox', { name: 'Clients' })).toHaveFocus();
});

it('opens and closes a section once per click, whatever the browser reports of it late', async () => {
  const { panel, person } = await openPanel({ user: staffUser });
  const summary = panel.getByRole('heading', { name: 'Contextual' }).closest('summary')!;
  const section = summary.closest('details')!;
  const isOpenAfter = async (change: () => Promise<void> | void) => {
    await change();
    fireEvent(section, new Event('toggle'));
    return section.open;
  };
  expect(await isOpenAfter(() => person.click(summary))).toBe(true);
  expect(await isOpenAfter(() => person.click(summary))).toBe(false);
  expect(await isOpenAfter(() => person.dblClick(summary))).toBe(false);
  // The browser does not toggle it as well.
  expect(fireEvent.click(summary)).toBe(false);
  expect(await isOpenAfter(() => person.click(summary))).toBe(false);
  // The browser opens a section for a word that is found in the page.
  expect(await isOpenAfter(() => void (section.open = true))).toBe(true);
  expect(await isOpenAfter(() => person.click(summary))).toBe(false);
});

it('shows how many filters are set in a section', async () => {
  const view = await open();
  await view.pick('Content Type', 'Editorial');
  await view.person.type(view.panel.getByRole('textbox', { name: 'Document Title' }), 'ozone');
  const section = view.panel.getByRole('heading', { name: 'Contextual' }).closest('summary');
  expect(section).toHaveTextContent('Contextual2 set');
  expect(view.panel.getByRole('heading', { name: 'Dashboard Filters' }).parentElement).toHaveTextContent(
    'Dashboard Filters2',
  );
});

it('applies with Control+Enter, including the value typed last', async () => {
  const view = await open();
  await view.person.type(view.panel.getByRole('textbox', { name: 'Revenue' }), '77');
  await view.person.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(view.last('Revenue')).toMatchObject({ value: 77 }));
});

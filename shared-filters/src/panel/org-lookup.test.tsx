import '@testing-library/jest-dom';
import { startFakeApi } from '@readerlens/auth/testing';
import type { FakeApi } from '@readerlens/auth/testing';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { acme, clientUser, lastYear, buildModel, openPanel } from './testing/open-panel.tsx';

const call = 'POST /api/program-performance/roi/reader-orgs';
const user = { ...clientUser, searchFields: ['ReaderOrgsLookup'] };
const org = (index: number) => ({ id: `o${index}`, name: `Org ${index}` });

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({
    'GET /api/saved-searches/u1': { data: { items: [] } },
    [call]: { data: { lookups: [org(1), org(2)], unmatchedNames: ['Nobody Inc'] } },
  });
});
afterEach(() => api.stop());

const open = async () => {
  const view = await openPanel({ user, applied: buildModel(acme, lastYear) });
  await view.press('Reader Org Lookup');
  const box = view.panel.getByRole('textbox', { name: 'Reader Org Lookup' });
  const search = view.panel.getByRole('button', { name: 'Search' });
  const paste = (text: string) => fireEvent.change(box, { target: { value: text } });
  return { ...view, box, search, paste };
};

it('is only available to users who were granted it', async () => {
  const { panel } = await openPanel({ user: clientUser });
  expect(panel.queryByRole('button', { name: 'Reader Org Lookup' })).not.toBeInTheDocument();
});

it('searches trimmed, unique names, and makes the matches the filter', async () => {
  const view = await open();
  expect(view.box).toHaveFocus();
  expect(view.search).toBeDisabled();
  view.paste('   \n');
  expect(view.search).toBeDisabled();
  view.paste(' Org 1 \nOrg 2\n\nOrg 1\nNobody Inc');
  await view.person.click(view.search);
  expect(await view.panel.findByText('2 Reader org(s) found (below).')).toBeInTheDocument();
  expect(view.panel.getByText('1 name(s) did not match any reader orgs:')).toBeInTheDocument();
  expect(view.panel.getByRole('list', { name: 'Names without a match' })).toHaveTextContent('Nobody Inc');
  expect(api.callsOf(call)[0]?.body).toEqual({ Names: ['Org 1', 'Org 2', 'Nobody Inc'] });
  const found = within(view.panel.getByRole('table', { name: 'Reader orgs found' }));
  expect(found.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Org 1', 'Org 2']);
  await view.press('See results');
  expect(view.last('ReaderOrgs')).toMatchObject({ op: 'Contains', value: [org(1), org(2)] });
});

it('requires a match after a search', async () => {
  api.answers[call] = { data: { lookups: [], unmatchedNames: ['x'] } };
  const view = await open();
  view.paste('x');
  await view.person.click(view.search);
  expect(await view.panel.findByText('0 Reader org(s) found (below).')).toBeInTheDocument();
  expect(view.panel.getByText('No records found.')).toBeInTheDocument();
  await view.press('See results');
  expect(view.panel.getByText('Reader Orgs Is Required')).toBeInTheDocument();
  expect(view.box).toHaveFocus();
  expect(view.emitted).toHaveLength(0);
});

it('clears the filter when the text is cleared, and on Reset', async () => {
  const view = await open();
  const findSome = async () => {
    view.paste('Org 1');
    await view.person.click(view.search);
    await view.panel.findByText('2 Reader org(s) found (below).');
    expect(view.panel.getByRole('button', { name: 'Remove Org 1' })).toBeInTheDocument();
  };
  await findSome();
  view.paste('');
  expect(view.panel.queryByText(/Reader org\(s\) found/)).not.toBeInTheDocument();
  expect(view.panel.queryByRole('button', { name: 'Remove Org 1' })).not.toBeInTheDocument();
  await findSome();
  await view.press('Reset');
  expect(view.panel.queryByRole('button', { name: 'Remove Org 1' })).not.toBeInTheDocument();
  expect(view.panel.getByRole('button', { name: 'Reader Org Lookup' })).toBeInTheDocument();
});

it('accepts 2,000 lines, counted as typed', async () => {
  const view = await open();
  view.paste(Array.from({ length: 2003 }, () => 'Org 1').join('\n'));
  expect(
    view.panel.getByText(
      'Error. Maximum of 2000 Reader Orgs is exceeded. Please remove 3 reader orgs to continue',
    ),
  ).toBeInTheDocument();
  expect(view.search).toBeDisabled();
});

it('virtualizes many rows, and collapses many selected ones', async () => {
  const many = Array.from({ length: 2000 }, (_, index) => org(index));
  api.answers[call] = { data: { lookups: many, unmatchedNames: [] } };
  const view = await open();
  view.paste(many.map(({ name }) => name).join('\n'));
  await view.person.click(view.search);
  expect(await view.panel.findByText('2000 Reader org(s) found (below).')).toBeInTheDocument();
  expect(view.panel.queryByText(/did not match/)).not.toBeInTheDocument();
  const table = view.panel.getByRole('table', { name: 'Reader orgs found' });
  expect(table).toHaveAttribute('aria-rowcount', '2001');
  expect(within(table).getAllByRole('cell').length).toBeLessThan(30);
  expect(view.panel.getAllByRole('button', { name: /^Remove Org/ })).toHaveLength(12);
  await view.press('+1,988 more');
  expect(view.panel.getAllByRole('button', { name: /^Remove Org/ })).toHaveLength(112);
});

it('reports a failure and can retry', async () => {
  const answer = api.answers[call]!;
  api.answers[call] = { status: 500 };
  const view = await open();
  view.paste('Org 1');
  await view.person.click(view.search);
  await waitFor(() => expect(view.box).toHaveAccessibleDescription(/No POST/));
  api.answers[call] = answer;
  await view.person.click(view.search);
  expect(await view.panel.findByText('2 Reader org(s) found (below).')).toBeInTheDocument();
});

import '@testing-library/jest-dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import { activities } from '../testing/activities.ts';
import { closeReview, openReview, signIn } from '../testing/open-review.tsx';
import type { ReviewSearch } from './review-criteria.ts';

const searchCall = 'POST /api/review-activities-search';

beforeEach(() => signIn());
afterEach(closeReview);

const button = (name: string) => screen.getByRole('button', { name });
const statuses = () =>
  within(screen.getByLabelText('Status'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

/** Opens the page with the filters open. */
const open = async (address = '/?') => {
  const opened = await openReview(activities(2), `${address}${address.endsWith('?') ? '' : '&'}filters=open`);
  const { user } = opened;
  const type = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label));
    if (text) await user.type(screen.getByLabelText(label), text);
  };
  const lastSearch = () => opened.server.listBodies<ReviewSearch>(searchCall).at(-1);
  return { ...opened, type, lastSearch };
};

it('requests nothing before its button is pressed; then applies everything and writes it to the URL', async () => {
  const { user, server, router, lastSearch } = await open();
  await user.selectOptions(screen.getByLabelText('Status'), 'Rejected Manually');
  await user.selectOptions(screen.getByLabelText('Activity Source'), 'NL');
  await user.click(screen.getByRole('checkbox', { name: 'Customer Request' }));
  await user.click(screen.getByRole('checkbox', { name: '2' }));
  await user.click(screen.getByRole('checkbox', { name: '1' }));
  await user.click(screen.getByRole('combobox', { name: 'Online(s)' }));
  await user.click(await screen.findByRole('option', { name: 'Cell Therapy' }));
  await user.click(screen.getByRole('combobox', { name: 'Clients' }));
  await user.click(await screen.findByRole('option', { name: 'Cobalt' }));
  await user.type(screen.getByLabelText('Email value'), ' lab ');
  await user.click(button('Add comparison'));
  await user.selectOptions(screen.getByLabelText('Email comparison 2'), 'Equals');
  await user.type(screen.getByLabelText('Email value 2'), 'ada@lab.example');
  await user.click(screen.getByRole('radio', { name: 'Any' }));
  expect(screen.getByText('Modified')).toBeVisible();
  expect(server.listBodies(searchCall)).toHaveLength(1);
  await user.click(button('See results'));
  await waitFor(() => expect(server.listBodies(searchCall)).toHaveLength(2));
  expect(lastSearch()).toMatchObject({
    status: 'RejectedManually',
    activitySource: 'NL',
    activityTypes: ['CustomerRequest'],
    quality: [1, 2],
    onlines: ['o1'],
    companyIds: ['c9'],
    comparedFields: [
      { field: 'email', operation: 'Contains', value: 'lab' },
      { field: 'email', operation: 'Equals', value: 'ada@lab.example' },
    ],
    inclusionCondition: 'Any',
  });
  expect(router.state.location.search).toBe(
    '?status=RejectedManually&source=NL&onlines=o1&clients=c9&types=CustomerRequest&quality=1,2' +
      '&email=contains:lab&email=equals:ada@lab.example&match=Any',
  );
  expect(screen.queryByText('Modified')).not.toBeInTheDocument();
});

it.each([
  ['', '', 'From Date Is Required'],
  ['1/1/2099', '', 'From Date should not be greater than To Date or Current date'],
  ['3/5/2026', '3/4/2026', 'From Date should not be greater than To Date or Current date'],
  ['3/5/2026', '3/4/2026', 'To Date should not be before From Date'],
])('rejects the dates %s to %s, at the field', async (from, to, problem) => {
  const { user, server, type } = await open('/?from=2026-03-01&to=2026-03-02');
  await type('From Date', from);
  await type('To Date', to);
  await user.click(button('See results'));
  expect(await screen.findByText(problem)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('From Date')).toHaveFocus());
  expect(screen.getByLabelText('From Date')).toBeInvalid();
  expect(server.listBodies(searchCall)).toHaveLength(1);
});

it('does not apply with a date that cannot be parsed, and ends an open range today', async () => {
  const { user, server, type, lastSearch } = await open('/?from=2026-03-01&to=2026-03-02');
  await type('To Date', '13/45/26');
  await user.click(button('See results'));
  expect(screen.getByLabelText('To Date')).toHaveFocus();
  expect(server.listBodies(searchCall)).toHaveLength(1);
  await type('To Date', '');
  await user.click(button('See results'));
  await waitFor(() =>
    expect(lastSearch()).toMatchObject({
      from: '2026-03-01',
      to: new Date().toISOString().slice(0, 10),
    }),
  );
});

it('keeps its messages until the next attempt, and applies once the dates are valid', async () => {
  const { user, type, lastSearch } = await open();
  await type('From Date', '1/1/2099');
  await user.click(button('See results'));
  const problem = 'From Date should not be greater than To Date or Current date';
  expect(await screen.findByText(problem)).toBeVisible();
  await type('From Date', '3/1/2026');
  await user.tab();
  expect(screen.getByText(problem)).toBeVisible();
  await type('To Date', 'x');
  await user.click(button('See results'));
  expect(screen.getByLabelText('To Date')).toHaveFocus();
  await type('To Date', '3/2/2026');
  await user.click(button('See results'));
  await waitFor(() => expect(lastSearch()).toMatchObject({ from: '2026-03-01', to: '2026-03-02' }));
  expect(screen.queryByText(problem)).not.toBeInTheDocument();
});

it('discards a date that cannot be parsed with the rest of the draft', async () => {
  const { user, type, lastSearch } = await open('/?from=2026-03-01&to=2026-03-02');
  await type('From Date', 'abc');
  await user.tab();
  expect(screen.getByLabelText('From Date')).toBeInvalid();
  await user.click(button('Reset'));
  expect(screen.getByLabelText('From Date')).toBeValid();
  await type('From Date', 'abc');
  await user.click(button('Reset'));
  await user.selectOptions(screen.getByLabelText('Status'), 'Approved');
  await user.click(button('See results'));
  await waitFor(() => expect(lastSearch()).toMatchObject({ status: 'Approved' }));
});

it('shows only the format error for a date that cannot be parsed', async () => {
  const { user, type } = await open();
  await type('From Date', '1/1/2099');
  await user.click(button('See results'));
  await screen.findByText('From Date should not be greater than To Date or Current date');
  await type('From Date', 'abc');
  await user.tab();
  expect(screen.getByText('Use MM/DD/YYYY')).toBeVisible();
});

it('offers Rejected With Primary with Subsequent only', async () => {
  const { user } = await open();
  expect(statuses()).toEqual([
    'Pending',
    'Approved',
    'Rejected Manually',
    'Rejected By Bad Words Filter',
    'Rejected By Other Filters',
  ]);
  await user.click(screen.getByRole('radio', { name: 'Subsequent' }));
  expect(statuses()).toContain('Rejected With Primary');
  await user.selectOptions(screen.getByLabelText('Status'), 'Rejected With Primary');
  await user.click(screen.getByRole('radio', { name: 'Initial' }));
  expect(screen.getByLabelText('Status')).toHaveDisplayValue('Pending');
});

it('resets to the defaults, and follows Back', async () => {
  const { user, router, lastSearch } = await open('/?status=Approved&clients=c9');
  expect(await screen.findByRole('button', { name: 'Remove Cobalt' })).toBeVisible();
  await user.click(button('Reset'));
  expect(screen.getByLabelText('Status')).toHaveDisplayValue('Pending');
  expect(lastSearch()?.status).toBe('Approved');
  await user.click(button('See results'));
  await waitFor(() => expect(lastSearch()).toMatchObject({ status: 'Pending' }));
  expect(lastSearch()).not.toHaveProperty('companyIds');
  await act(() => router.navigate(-1));
  expect(await screen.findByRole('button', { name: 'Remove Cobalt' })).toBeVisible();
  expect(screen.getByLabelText('Status')).toHaveDisplayValue('Approved');
});

it('offers client users their own companies', async () => {
  signIn({ role: 'Client', companies: [{ id: 'own', name: 'Own Company', onlines: [] }] });
  const { user, server } = await open();
  await user.click(screen.getByRole('combobox', { name: 'Clients' }));
  const list = within(await screen.findByRole('listbox', { name: 'Clients' }));
  expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Own Company']);
  expect(server.calls.some(({ call }) => call.includes('companies'))).toBe(false);
});

it('disables email comparisons in Blinded Mode', async () => {
  signIn({}, { blinded: true });
  const { lastSearch, server } = await open('/?email=contains:lab');
  await screen.findByText('2 activities');
  expect(screen.getByLabelText('Email value')).toBeDisabled();
  expect(screen.getByText('Not available in Blinded Mode.')).toBeVisible();
  expect(screen.getByText('Emails cannot be excluded in Blinded Mode.')).toBeVisible();
  expect(lastSearch()).not.toHaveProperty('comparedFields');
  expect(server.calls[0]?.headers['x-readerlens-blinded']).toBe('true');
});

it('is folded into one line, which can be edited, with its state in the URL', async () => {
  const { user, router } = await openReview(activities(2), '/?status=Approved&quality=1');
  const summary = within(screen.getByRole('list', { name: 'Applied filters' }));
  expect(summary.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Approved',
    'Initial',
    'Quality 1',
  ]);
  expect(screen.getByLabelText('Status')).not.toBeVisible();
  await user.click(button('Edit filters'));
  expect(button('Edit filters')).toHaveAttribute('aria-expanded', 'true');
  expect(router.state.location.search).toBe('?status=Approved&quality=1&filters=open');
  await user.selectOptions(screen.getByLabelText('Status'), 'Pending');
  await user.click(button('Cancel'));
  expect(screen.getByLabelText('Status')).toHaveDisplayValue('Approved');
  expect(router.state.location.search).toBe('?status=Approved&quality=1');
  await user.click(button('Reset filters'));
  expect(router.state.location.search).toBe('');
  expect(screen.queryByRole('button', { name: 'Reset filters' })).not.toBeInTheDocument();
});

import '@testing-library/jest-dom';
import { setBlinded } from '@readerlens/auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import { datePresets, termsFilter } from '../model/index.ts';
import type { FilterModel } from '../model/index.ts';
import { defaultModel } from '../search/default-model.ts';
import { clientUser, openPanel } from './testing/open-panel.tsx';

afterEach(() => {
  act(() => setBlinded(false));
  jest.useRealTimers();
});

it('requires companies, and applies the selection', async () => {
  const { panel, emitted, press, pick } = await openPanel();
  await press('See results');
  expect(panel.getByText('Companies Is Required')).toBeInTheDocument();
  expect(emitted).toHaveLength(0);
  await pick('Clients', 'Acme');
  await pick('Activity Type', 'Webinar');
  expect(panel.getByText('Modified')).toBeInTheDocument();
  await press('See results');
  expect(emitted).toHaveLength(1);
  expect(emitted[0]?.indices).toEqual(['Webinar']);
  expect(emitted[0]?.filters.find(({ field }) => field === 'Clients')?.value).toEqual([
    { id: 'acme', name: 'Acme' },
  ]);
  await waitFor(() => expect(screen.queryByRole('complementary')).not.toBeInTheDocument());
});

it('shows the dates only while the relative range is Custom, and rejects a reversed range', async () => {
  const { person, panel, press } = await openPanel();
  const from = panel.getByLabelText('From Date');
  await person.clear(from);
  await person.type(from, '1/1/2099');
  await press('See results');
  expect(panel.getByText('From Date should not be greater than To Date or Current date')).toBeInTheDocument();
  await person.selectOptions(panel.getByLabelText('Relative Date Range'), '30 days');
  expect(panel.queryByLabelText('From Date')).not.toBeInTheDocument();
});

it('restores the defaults on Reset and discards the draft on close', async () => {
  const { panel, open, press, pick } = await openPanel();
  await pick('Clients', 'Umbra');
  expect(panel.getByRole('button', { name: 'Remove Umbra' })).toBeInTheDocument();
  await press('Reset');
  expect(panel.queryByRole('button', { name: 'Remove Umbra' })).not.toBeInTheDocument();
  await pick('Clients', 'Acme');
  await press('Close');
  await open();
  expect(screen.queryByRole('button', { name: 'Remove Acme' })).not.toBeInTheDocument();
});

it('shows how many rows match a valid draft', async () => {
  jest.useFakeTimers();
  const asked: FilterModel[] = [];
  const { panel, pick } = await openPanel({
    countMatches: async (model) => {
      asked.push(model);
      return 1204;
    },
  });
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(asked).toHaveLength(0);
  await pick('Clients', 'Acme');
  expect(await panel.findByText('1,204 matches')).toBeInTheDocument();
  expect(asked).toHaveLength(1);
});

it('shows no match count while a date cannot be parsed', async () => {
  const defaults = defaultModel(clientUser, { now: new Date(), dates: 'range' });
  const { person, panel } = await openPanel({
    applied: { ...defaults, filters: [...defaults.filters, termsFilter('Clients', [{ id: 'acme' }])] },
    countMatches: async () => 7,
  });
  expect(await panel.findByText('7 matches')).toBeInTheDocument();
  const to = panel.getByRole('textbox', { name: 'To Date' });
  await person.clear(to);
  await person.type(to, '02/30/2026{Tab}');
  expect(panel.getByText('Use MM/DD/YYYY')).toBeInTheDocument();
  await waitFor(() => expect(panel.queryByText('7 matches')).not.toBeInTheDocument());
  await person.selectOptions(panel.getByLabelText('Relative Date Range'), '30 days');
  expect(await panel.findByText('7 matches')).toBeInTheDocument();
});

it('offers only activity types the user may read', async () => {
  const { person, panel } = await openPanel();
  await person.click(panel.getByRole('combobox', { name: 'Activity Type' }));
  const list = within(panel.getByRole('listbox', { name: 'Activity Type' }));
  expect(list.getAllByRole('option').map((option) => option.textContent)).toEqual(['Engagement', 'Webinar']);
});

it('blurs and disables clients in Blinded Mode', async () => {
  act(() => setBlinded(true));
  const { panel } = await openPanel();
  expect(panel.getByRole('combobox', { name: 'Clients' })).toBeDisabled();
});

it('does not apply with a date that cannot be parsed', async () => {
  const defaults = defaultModel(clientUser, { now: new Date(), dates: 'range' });
  const { person, panel, emitted, press } = await openPanel({
    applied: { ...defaults, filters: [...defaults.filters, termsFilter('Clients', [{ id: 'acme' }])] },
  });
  const to = panel.getByRole('textbox', { name: 'To Date' });
  await person.clear(to);
  await person.type(to, '13/45/26');
  await press('See results');
  expect(emitted).toHaveLength(0);
  expect(panel.getByText('Use MM/DD/YYYY')).toBeInTheDocument();
  expect(to).toHaveFocus();
  await person.clear(to);
  await person.type(to, '3/1/26');
  await press('See results');
  expect(emitted).toHaveLength(1);
});

it('shows operators and N/A only while a field is in use', async () => {
  const { person, panel } = await openPanel();
  const modes = () =>
    panel.queryAllByRole('button', { name: /Quality/ }).map(({ textContent }) => textContent);
  expect(modes()).toEqual([]);
  await person.click(panel.getByRole('combobox', { name: 'Quality' }));
  expect(modes()).toEqual(['Contains', 'N/A']);
  await person.click(panel.getByRole('searchbox', { name: 'Find a field' }));
  expect(modes()).toEqual([]);
  await person.click(panel.getByRole('combobox', { name: 'Quality' }));
  await person.click(panel.getByRole('button', { name: /^Contains: operator of Quality/ }));
  await person.click(panel.getByRole('searchbox', { name: 'Find a field' }));
  expect(modes()).toEqual(['Not contains']);
});

it('fills the dates with a calendar month or quarter', async () => {
  const { person, panel, last, press, pick } = await openPanel();
  await pick('Clients', 'Acme');
  await person.click(panel.getByRole('button', { name: 'Last quarter' }));
  expect(panel.getByRole('button', { name: 'Last quarter' })).toHaveAttribute('aria-pressed', 'true');
  await press('See results');
  const { from, to } = datePresets(new Date()).find(({ name }) => name === 'Last quarter')!;
  expect(last('DateRange')?.value).toEqual({ from, to });
});

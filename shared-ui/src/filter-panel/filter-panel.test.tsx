import '@testing-library/jest-dom';
import { sessionStore, setBlinded } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import { defaultModel } from '@readerlens/filters';
import { termsFilter } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { renderUi } from '../testing/render-ui.tsx';
import { FilterPanel } from './filter-panel.tsx';
import type { FilterPanelProps } from './filter-panel-props.ts';

const user: SessionUserData = {
  id: 'u1',
  firstName: 'Dana',
  lastName: 'Whitfield',
  email: 'dana@client.example',
  role: 'Client',
  claims: ['cr-engagement-read', 'cr-webinar-read'],
  notificationClaimLevel: 'None',
  accessMarketingPerformance: false,
  companies: ['Acme', 'Umbra'].map((name) => ({ id: name.toLowerCase(), name, onlines: [] })),
  communities: [],
  searchFields: [],
};
const defaults = defaultModel(user, { now: new Date(), dates: 'range' });

const Page = ({ onApply, ...props }: Partial<FilterPanelProps>) => {
  const [open, setOpen] = useState(false);
  const [applied, setApplied] = useState<FilterModel>(defaults);
  const apply = (model: FilterModel) => {
    setApplied(model);
    onApply?.(model);
  };
  return (
    <MemoryRouter>
      <button onClick={() => setOpen(true)}>Filters</button>
      <FilterPanel
        {...{ open, user, applied, defaults }}
        onClose={() => setOpen(false)}
        onApply={apply}
        {...props}
      />
    </MemoryRouter>
  );
};

const openPanel = async (props: Partial<FilterPanelProps> = {}) => {
  const view = renderUi(<Page {...props} />);
  await view.user.click(screen.getByRole('button', { name: 'Filters' }));
  const panel = await screen.findByRole('dialog', { name: 'Dashboard Filters' });
  return { ...view, panel: within(panel) };
};
const pick = async (
  { user: person, panel }: Awaited<ReturnType<typeof openPanel>>,
  field: string,
  option: string,
) => {
  await person.click(panel.getByRole('combobox', { name: field }));
  await person.click(await panel.findByRole('option', { name: option }));
  await person.keyboard('{Escape}');
};

beforeEach(() => sessionStore.setState({ user }));
afterEach(() => act(() => setBlinded(false)));

it('asks for companies before it applies, and applies what was chosen', async () => {
  const onApply = jest.fn();
  const view = await openPanel({ onApply });
  await view.user.click(view.panel.getByRole('button', { name: 'See results' }));
  expect(view.panel.getByText('Companies Is Required')).toBeInTheDocument();
  expect(onApply).not.toHaveBeenCalled();
  await pick(view, 'Clients', 'Acme');
  await pick(view, 'Activity Type', 'Webinar');
  expect(view.panel.getByText('Modified')).toBeInTheDocument();
  await view.user.click(view.panel.getByRole('button', { name: 'See results' }));
  expect(onApply).toHaveBeenCalledTimes(1);
  const model = onApply.mock.calls[0]?.[0] as FilterModel;
  expect(model.indices).toEqual(['Webinar']);
  expect(model.filters.find(({ field }) => field === 'Clients')?.value).toEqual([
    { id: 'acme', name: 'Acme' },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('shows the days only while the relative range is Custom, and refuses a range that runs backwards', async () => {
  const view = await openPanel();
  const from = view.panel.getByLabelText('From Date');
  await view.user.clear(from);
  await view.user.type(from, '1/1/2099');
  await view.user.click(view.panel.getByRole('button', { name: 'See results' }));
  expect(
    view.panel.getByText('From Date should not be greater than To Date or Current date'),
  ).toBeInTheDocument();
  await view.user.selectOptions(view.panel.getByLabelText('Relative Date Range'), '30 days');
  expect(view.panel.queryByLabelText('From Date')).not.toBeInTheDocument();
});

it('restores the defaults on Reset and forgets a draft that was closed', async () => {
  const view = await openPanel();
  await pick(view, 'Clients', 'Umbra');
  expect(view.panel.getByRole('button', { name: 'Remove Umbra' })).toBeInTheDocument();
  await view.user.click(view.panel.getByRole('button', { name: 'Reset' }));
  expect(view.panel.queryByRole('button', { name: 'Remove Umbra' })).not.toBeInTheDocument();
  await pick(view, 'Clients', 'Acme');
  await view.user.click(view.panel.getByRole('button', { name: 'Close' }));
  await view.user.click(screen.getByRole('button', { name: 'Filters' }));
  await screen.findByRole('dialog', { name: 'Dashboard Filters' });
  expect(screen.queryByRole('button', { name: 'Remove Acme' })).not.toBeInTheDocument();
});

it('says how many rows the draft stands for, once it could be applied', async () => {
  const asked: FilterModel[] = [];
  const view = await openPanel({
    countMatches: async (model) => {
      asked.push(model);
      return 1204;
    },
  });
  await act(() => new Promise((resolve) => setTimeout(resolve, 600)));
  expect(asked).toHaveLength(0);
  await pick(view, 'Clients', 'Acme');
  expect(await view.panel.findByText('1,204 matches')).toBeInTheDocument();
  expect(asked).toHaveLength(1);
});

it('offers only activity types that the user may read', async () => {
  const view = await openPanel();
  await view.user.click(view.panel.getByRole('combobox', { name: 'Activity Type' }));
  const list = within(view.panel.getByRole('listbox', { name: 'Activity Type' }));
  expect(list.getAllByRole('option').map((option) => option.textContent)).toEqual(['Engagement', 'Webinar']);
});

it('makes clients unreadable and fixed in Blinded Mode', async () => {
  act(() => setBlinded(true));
  const view = await openPanel();
  expect(view.panel.getByRole('combobox', { name: 'Clients' })).toBeDisabled();
});

it('does not apply past a date that it cannot read', async () => {
  const onApply = jest.fn();
  const { user: person, panel } = await openPanel({
    onApply,
    applied: { ...defaults, filters: [...defaults.filters, termsFilter('Clients', [{ id: 'acme' }])] },
  });
  const to = panel.getByRole('textbox', { name: 'To Date' });
  await person.clear(to);
  await person.type(to, '13/45/26');
  await person.click(panel.getByRole('button', { name: 'See results' }));
  expect(onApply).not.toHaveBeenCalled();
  expect(panel.getByText('Use MM/DD/YYYY')).toBeInTheDocument();
  expect(to).toHaveFocus();
  await person.clear(to);
  await person.type(to, '3/1/26');
  await person.click(panel.getByRole('button', { name: 'See results' }));
  expect(onApply).toHaveBeenCalledTimes(1);
});

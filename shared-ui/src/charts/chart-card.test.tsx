import '@testing-library/jest-dom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { UiProvider } from '../theme/index.ts';
import { ChartCard } from './chart-card.tsx';
import type { ChartCardProps } from './chart-card.tsx';
import { units } from './chart-model.ts';
import { barsView, monthlyView, pieView, setsView } from './views.tsx';

const types = [
  { name: 'Article', value: 60 },
  { name: 'Webinar', value: 30 },
  { name: 'Unclassified', value: 500 },
];
const view = pieView(types, { unit: units.engagements, of: 'Document type' });

const show = (props: Partial<ChartCardProps> = {}) =>
  render(
    <UiProvider>
      <ChartCard title="Engagements By Document Type" status="ready" view={view} {...props} />
    </UiProvider>,
  );

/** Opens the menu and chooses an entry by keyboard. */
const choose = async (name: string) => {
  screen.getByRole('button', { name: /^Chart menu/ }).focus();
  await userEvent.keyboard('{Enter}');
  const menu = await screen.findByRole('menu');
  const entries = [...menu.querySelectorAll('[role^=menuitem]')];
  const wanted = entries.findIndex((entry) => entry.textContent === name);
  await waitFor(() => expect(entries[0]).toHaveAttribute('data-highlighted'));
  for (let at = 0; at < wanted; at += 1) await userEvent.keyboard('{ArrowDown}');
  expect(entries[wanted]).toHaveAttribute('data-highlighted');
  await userEvent.keyboard('{Enter}');
};

it('is a figure with an image whose name summarizes it', () => {
  show();
  const summary =
    'Article leads with 60 of 590 engagements (10%), then Webinar (5.1%). Not shown: Unclassified 500 (85%).';
  expect(screen.getByRole('figure', { name: 'Engagements By Document Type' })).toHaveAccessibleDescription(
    `Engagements By Document Type: ${summary}`,
  );
  expect(screen.getByRole('img', { name: `Engagements By Document Type. ${summary}` })).toBeVisible();
});

it('omits unclassified engagements from a pie, and names them below it', () => {
  show();
  expect(screen.getByText('Webinar')).toBeVisible();
  expect(screen.getByText('of 590')).toBeVisible();
  expect(screen.queryByText('Unclassified')).not.toBeInTheDocument();
  expect(screen.getByText('Not shown: Unclassified 500 (85%)')).toBeVisible();
});

it('is centered beside a taller card unless it has rows, which begin level with those of the neighbor', () => {
  const bars = barsView(types, { unit: units.engagements, of: 'Document type' });
  expect([view.isCentered, bars.isCentered]).toEqual([true, undefined]);
});

it('shows which sets a group is in, and what each set has in all', () => {
  const groups = [
    { name: 'Only A', value: 4, sets: ['A'] },
    { name: 'Both', value: 2, sets: ['A', 'B'] },
    { name: 'Only B', value: 7, sets: ['B'] },
  ];
  const ofSets = setsView(groups, { unit: units.organizations, of: 'Group', sets: ['A', 'B'] });
  show({ view: ofSets });
  expect(screen.getByRole('img', { name: /In all, A has 6, B has 9\.$/ })).toBeVisible();
  expect(ofSets.table.columns).toEqual(['Group', 'A', 'B', 'Organizations', 'Share']);
  expect(ofSets.table.rows[1]).toMatchObject({ name: 'Both', cells: ['Yes', 'Yes', '2', '15%'] });
  expect(screen.getByText('Only A: 4')).toBeInTheDocument();
});

it('shows its numbers as a table on demand', async () => {
  show();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  await choose('Show data table');
  const table = screen.getByRole('table', { name: 'Engagements By Document Type: data table', hidden: true });
  const rows = within(table).getAllByRole('row', { hidden: true });
  expect(rows.map((row) => row.textContent)).toEqual([
    'Document typeEngagementsShare',
    'Article6010%',
    'Webinar305.1%',
    'Unclassified50085%',
  ]);
});

it('gives a long title two lines and a tooltip', async () => {
  show({ title: 'Engagements By Document Type And Community', titleLimit: 35 });
  const heading = screen.getByRole('heading', { name: 'Engagements By Document Type And Community' });
  await userEvent.hover(heading);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Engagements By Document Type And Community');
});

it('can be renamed, with at most 70 characters', async () => {
  show();
  await choose('Rename Chart');
  const dialog = await screen.findByRole('dialog', { name: 'Rename Chart' });
  expect(dialog).toHaveTextContent(
    'Edit the text below, to rename the chart. Click "Apply" to activate your changes',
  );
  const field = within(dialog).getByRole('textbox', { name: 'Chart Title' });
  expect(field).toHaveAttribute('maxlength', '70');
  await userEvent.clear(field);
  expect(within(dialog).getByRole('button', { name: 'Apply' })).toBeDisabled();
  await userEvent.type(field, 'What they read');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
  expect(await screen.findByRole('heading', { name: 'What they read' })).toBeInTheDocument();
});

it('discards a canceled title', async () => {
  show();
  await choose('Rename Chart');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Chart Title' }), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { name: 'Engagements By Document Type' })).toBeInTheDocument();
});

const fills = (container: HTMLElement) =>
  [...container.querySelectorAll('[role=img] path')].map((path) => path.getAttribute('fill'));

it('shows series in selected colors, and warns of low contrast', async () => {
  const { container } = show();
  await choose('Configure Chart Colors');
  const dialog = await screen.findByRole('dialog', { name: 'Configure Chart Colors' });
  expect(dialog).toHaveTextContent('Click on a color thumbnail to modify');
  expect(dialog).not.toHaveTextContent('Hard to see');
  fireEvent.change(within(dialog).getByLabelText('Webinar'), { target: { value: '#ffee88' } });
  expect(within(dialog).getByRole('status')).toHaveTextContent(/^Hard to see .* at least 3:1/);
  const before = fills(container);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
  expect(fills(container)).toEqual([before[0], '#ffee88']);
});

it('distinguishes series by patterns on demand', async () => {
  const { container } = show();
  await choose('Use patterns');
  const [, second] = fills(container);
  const id = second?.match(/^url\(#(.+)\)$/)?.[1];
  expect(container.querySelector(`pattern[id="${id}"]`)).not.toBeNull();
});

it.each(['pending', 'error'] as const)('offers no download while %s', async (status) => {
  show({ status, view: undefined });
  await userEvent.click(screen.getByRole('button', { name: /^Chart menu/ }));
  expect(await screen.findByRole('menuitem', { name: 'Download as SVG' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

it('shows a spinner while loading', () => {
  show({ status: 'pending', view: undefined });
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
});

it('shows that there are no results', () => {
  show({
    view: monthlyView([{ key: '2026-01', value: { primary: 0, secondary: 0 } }], { unit: units.engagements }),
  });
  expect(screen.getByText('No results found')).toBeVisible();
  expect(screen.getByText('Try adjusting your filter...')).toBeVisible();
});

it('shows how many are unclassified where all are', () => {
  show({
    view: pieView([{ name: 'Unclassified', value: 72_301 }], { unit: units.engagements, of: 'Stage' }),
  });
  expect(screen.queryByText('No results found')).not.toBeInTheDocument();
  expect(screen.getByRole('figure')).toHaveTextContent('Unclassified 72,301 (100%)');
  expect(screen.getByRole('figure')).toHaveAccessibleDescription(
    'Engagements By Document Type: 72,301 engagements, all of them unclassified.',
  );
});

it('offers a retry after a failure', async () => {
  const onRetry = jest.fn();
  show({ status: 'error', view: undefined, errorMessage: 'The server cannot be reached.', onRetry });
  expect(screen.getByRole('alert')).toHaveTextContent('The server cannot be reached.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

it('shows each value next to its bar', () => {
  const sources = [
    { name: 'Organic', value: 1200 },
    { name: 'Event', value: 0 },
  ];
  const { container } = show({ view: barsView(sources, { unit: units.engagements, of: 'Source' }) });
  const texts = [...container.querySelectorAll('[role=img] text')].map((text) => text.textContent);
  expect(texts).toEqual(['Organic', '1,200', 'Event', '0']);
});

it('shows totals above the columns of a year', () => {
  const months = [
    { key: '2025-12', value: { primary: 700, secondary: 600 } },
    { key: '2026-01', value: { primary: 20, secondary: 0 } },
  ];
  const { container } = show({ view: monthlyView(months, { unit: units.engagements }) });
  const texts = [...container.querySelectorAll('[role=img] text')].map((text) => text.textContent);
  expect(texts).toEqual(expect.arrayContaining(["Dec '25", "Jan '26", '1.3K', '20']));
});

describe('a chart with links', () => {
  const open = (drilled: ChartCardProps['view']) => {
    const card = <ChartCard title="Drilled" status="ready" view={drilled} />;
    const router = createMemoryRouter([
      { path: '/', element: <UiProvider>{card}</UiProvider> },
      { path: '*', element: <p>Elsewhere</p> },
    ]);
    render(<RouterProvider router={router} />);
    return router;
  };
  const unit = units.engagements;
  const points = [
    { name: 'Article', value: 60, href: '/list?of=article' },
    { name: 'Webinar', value: 30 },
  ];
  const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('aria-label'));

  it('has links in the list of a pie, which clicks on slices follow', async () => {
    const router = open(pieView(points, { unit, of: 'Type' }));
    expect(links()).toEqual(['Article: 60 engagements']);
    const [slice] = screen.getByRole('img', { name: /^Drilled/ }).querySelectorAll('path');
    fireEvent.click(slice as SVGPathElement);
    await waitFor(() => expect(router.state.location.search).toBe('?of=article'));
  });

  it('has links over its bars, outside of the image', async () => {
    const router = open(barsView(points, { unit, of: 'Type' }));
    expect(links()).toEqual(['Article: 60 engagements']);
    expect(screen.getByRole('link').closest('[role=img]')).toBeNull();
    screen.getByRole('link').focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?of=article'));
  });

  it('has a link over each month, and one for each series in the data table', async () => {
    const hrefs = { month: '/list?of=month', primary: '/list?of=initial', secondary: undefined };
    open(monthlyView([{ key: '2026-01', value: { primary: 5, secondary: 0 }, hrefs }], { unit }));
    expect(links()).toEqual(['Jan 2026: 5 engagements']);
    await choose('Show data table');
    const cells = screen.getAllByRole('cell', { hidden: true });
    expect(cells.map((cell) => cell.querySelector('a')?.getAttribute('href'))).toEqual([
      undefined,
      '/list?of=initial',
      undefined,
      '/list?of=month',
    ]);
  });
});

it('marks partial months, and shows the previous period beside each month', async () => {
  const month = (key: string, primary: number) => ({ key, value: { primary, secondary: 10 } });
  const months = [
    { ...month('2026-10', 30), previous: { key: '2025-10', value: 20 } },
    { ...month('2026-11', 20), partial: 'to Nov 22', previous: { key: '2025-11', value: 25 } },
  ];
  const { container } = show({
    title: 'Engagements Over Time',
    view: monthlyView(months, { unit: units.engagements }),
  });
  expect(screen.getByText('to Nov 22')).toBeVisible();
  expect(container.querySelectorAll('rect[fill*="-partial"]')).toHaveLength(3);
  expect(container.querySelectorAll('rect[fill-opacity]')).toHaveLength(2);
  const areas = [...container.querySelectorAll('rect[fill=transparent]')];
  await userEvent.hover(areas.at(-1)!);
  expect(screen.getByText('Nov 2026, to Nov 22').parentElement).toHaveTextContent(
    'Total30Previous (Nov 2025)25Change+20%',
  );
  await choose('Show data table');
  const table = screen.getByRole('table', { hidden: true });
  expect(within(table).getAllByRole('row', { hidden: true })[2]).toHaveTextContent(
    "Nov '26 (to Nov 22)20103025",
  );
});

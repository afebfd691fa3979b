import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { renderUi } from '../../testing/render-ui.tsx';
import { Pagination } from '../pagination.tsx';
import { Table } from './table.tsx';
import type { TableProps } from './table.tsx';
import type { TableSort } from './table-types.ts';

interface Reader {
  id: string;
  name: string;
}

const drawn: string[] = [];
const columns: TableProps<Reader>['columns'] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    cell: ({ name }) => {
      drawn.push(name);
      return name;
    },
  },
  { id: 'id', header: 'Id', cell: ({ id }) => id },
];
const people = ['Ada', 'Bo', 'Cy'].map((name, index) => ({ id: String(index), name }));

const Readers = (props: Partial<TableProps<Reader>>) => {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const selection = {
    isSelected: ({ id }: Reader) => chosen.includes(id),
    onToggle: ({ id }: Reader, on: boolean) =>
      setChosen(on ? [...chosen, id] : chosen.filter((other) => other !== id)),
    onToggleAll: (on: boolean) => setChosen(on ? people.map(({ id }) => id) : []),
    formatRowLabel: ({ name }: Reader) => `Select ${name}`,
    allLabel: 'Select all',
  };
  return (
    <>
      <p>{`chosen: ${chosen.join(',')}`}</p>
      <Table caption="Readers" {...{ columns, selection }} rows={people} rowKey={({ id }) => id} {...props} />
    </>
  );
};

const box = (name: string) => screen.getByRole('checkbox', { name });

it('selects single rows or all at once', async () => {
  const { user } = renderUi(<Readers />);
  await user.click(box('Select Bo'));
  await user.click(box('Select Ada'));
  expect(screen.getByText('chosen: 1,0')).toBeInTheDocument();
  expect(box('Select all')).toBePartiallyChecked();
  await user.click(box('Select all'));
  expect(screen.getByText('chosen: 0,1,2')).toBeInTheDocument();
  expect(box('Select Cy')).toBeChecked();
  await user.click(box('Select all'));
  expect(screen.getByText('chosen:')).toBeInTheDocument();
});

it('re-renders only changed rows', async () => {
  const { user } = renderUi(<Readers />);
  drawn.length = 0;
  await user.click(box('Select Bo'));
  expect(new Set(drawn)).toEqual(new Set(['Bo']));
});

it('reverses the order of the sorted column, and sorts another one ascending first', async () => {
  const asked: TableSort[] = [];
  const Sorted = () => {
    const [sort, setSort] = useState({ column: 'name', descending: false });
    const onSort = (next: TableSort) => {
      asked.push(next);
      setSort({ column: 'id', descending: true });
    };
    return <Readers sort={sort} onSort={onSort} />;
  };
  const { user } = renderUi(<Sorted />);
  const header = screen.getByRole('columnheader', { name: 'Name' });
  expect(header).toHaveAttribute('aria-sort', 'ascending');
  expect(within(screen.getByRole('columnheader', { name: 'Id' })).queryByRole('button')).toBeNull();
  await user.click(within(header).getByRole('button', { name: 'Name' }));
  expect(header).not.toHaveAttribute('aria-sort');
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(asked).toEqual([
    { column: 'name', descending: true },
    { column: 'name', descending: false },
  ]);
});

it('shows and announces placeholders while rows load', () => {
  renderUi(<Readers loadingRows={4} />);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Readers' })).toHaveAttribute('aria-busy', 'true');
  expect(screen.getAllByRole('row')).toHaveLength(5);
  expect(screen.queryByText('Ada')).not.toBeInTheDocument();
  expect(box('Select all')).toBeDisabled();
});

it('marks the current row, which is focusable', () => {
  renderUi(<Readers currentRow={1} />);
  const current = screen.getByRole('row', { current: true });
  current.focus();
  expect(current).toHaveFocus();
  expect(current).toHaveTextContent('Bo');
});

describe('pagination', () => {
  const sizes = [10, 50];
  const pages = (page: number, total = 1234, size = 10) => {
    const seen: string[] = [];
    const view = renderUi(
      <Pagination
        label="Pages of readers"
        {...{ page, total, size, sizes }}
        onPage={(next) => seen.push(`page ${next}`)}
        onSize={(next) => seen.push(`size ${next}`)}
      />,
    );
    return { ...view, seen };
  };

  it('shows the current page, and links to the others', async () => {
    const { user, seen } = pages(2);
    const nav = within(screen.getByRole('navigation', { name: 'Pages of readers' }));
    expect(nav.getByText('11–20 of 1,234')).toBeInTheDocument();
    expect(nav.getByText('Page 2 of 124')).toBeInTheDocument();
    for (const name of ['First page', 'Previous page', 'Next page', 'Last page'])
      await user.click(nav.getByRole('button', { name }));
    await user.selectOptions(nav.getByRole('combobox', { name: 'Rows per page' }), '50');
    expect(seen).toEqual(['page 1', 'page 1', 'page 3', 'page 124', 'size 50']);
  });

  it.each([
    [1, 3, '1–3 of 3', true, true],
    [1, 0, '0 of 0', true, true],
    [1, 11, '1–10 of 11', true, false],
    [2, 11, '11–11 of 11', false, true],
  ])('page %i of %i rows: %s', (page, total, text, first, last) => {
    pages(page, total);
    expect(screen.getByText(text)).toBeInTheDocument();
    const isOff = (name: string) =>
      screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
    expect([isOff('Previous page'), isOff('Next page')]).toEqual([first, last]);
  });

  it('ignores a step beyond the first or last page', async () => {
    const { user, seen } = pages(1, 3);
    for (const name of ['First page', 'Previous page', 'Next page', 'Last page'])
      await user.click(screen.getByRole('button', { name }));
    expect(seen).toEqual([]);
    expect(screen.getByRole('button', { name: 'Last page' })).toHaveFocus();
  });
});

it('shows the content of an expanded row below it', () => {
  const renderDetail = ({ name }: Reader) => (name === 'Bo' ? 'All about Bo' : undefined);
  renderUi(<Table caption="Readers" {...{ columns, renderDetail }} rows={people} rowKey={({ id }) => id} />);
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toEqual(['NameId', 'Ada0', 'Bo1', 'All about Bo', 'Cy2']);
});

it('holds the wrapped row with the focus until the pointer is released elsewhere', async () => {
  const { user } = renderUi(<Readers list />);
  const findRow = (name: string) => box(`Select ${name}`).closest('tr');
  box('Select Ada').focus();
  await user.pointer({ keys: '[MouseLeft>]', target: box('Select Cy') });
  expect(findRow('Ada')).toHaveAttribute('data-held');
  await user.pointer({ keys: '[/MouseLeft]', target: box('Select Cy') });
  expect(screen.getByText('chosen: 2')).toBeInTheDocument();
  await waitFor(() => expect(findRow('Ada')).not.toHaveAttribute('data-held'));
});

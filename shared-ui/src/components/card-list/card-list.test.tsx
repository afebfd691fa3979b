import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { renderUi } from '../../testing/render-ui.tsx';
import type { TableSort } from '../table/table-types.ts';
import { CardList } from './card-list.tsx';
import type { CardListProps } from './card-list.tsx';
import { CardListItem } from './card-list-item.tsx';

const people = ['Ada', 'Bo', 'Cy'];
const columns = [
  { id: 'name', header: 'Name', sortable: true },
  { id: 'age', header: 'Age', sortable: true },
  { id: 'notes', header: 'Notes', sortable: false },
];

const Readers = (props: Partial<CardListProps<string>>) => {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [sort, setSort] = useState<TableSort>({ column: 'name', descending: false });
  const selection = {
    isSelected: (name: string) => chosen.includes(name),
    onToggle: (name: string, on: boolean) =>
      setChosen(on ? [...chosen, name] : chosen.filter((other) => other !== name)),
    onToggleAll: (on: boolean) => setChosen(on ? people : []),
    formatRowLabel: (name: string) => `Select ${name}`,
    allLabel: 'Select all',
  };
  const renderCard = (name: string, index: number) => (
    <CardListItem
      row={name}
      selection={selection}
      current={index === 1}
      title={name}
      subtitle="Reader"
      aside="New"
    >
      {`What ${name} did`}
    </CardListItem>
  );
  return (
    <>
      <p>{`chosen: ${chosen.join(',')}; by ${sort.column} ${sort.descending ? 'down' : 'up'}`}</p>
      <CardList
        caption="Readers"
        {...{ columns, sort, selection, renderCard }}
        onSort={setSort}
        rows={people}
        rowKey={(name) => name}
        loadingRows={undefined}
        loadingHeight="100px"
        {...props}
      />
    </>
  );
};

const box = (name: string) => screen.getByRole('checkbox', { name });

it('shows a card for each row, and marks the current one', () => {
  renderUi(<Readers />);
  const list = screen.getByRole('list', { name: 'Readers' });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual(
    people.map((name) => expect.stringContaining(`${name}ReaderNewWhat ${name} did`)),
  );
  expect([...list.children].map((card) => card.getAttribute('aria-current'))).toEqual([null, 'true', null]);
});

it('selects single cards or all at once', async () => {
  const { user } = renderUi(<Readers />);
  await user.click(box('Select Bo'));
  expect(screen.getByText(/^chosen: Bo;/)).toBeInTheDocument();
  expect(box('Select page')).not.toBeChecked();
  await user.click(box('Select page'));
  expect(screen.getByText(/^chosen: Ada,Bo,Cy;/)).toBeInTheDocument();
  expect(box('Select page')).toBeChecked();
  await user.click(box('Select page'));
  expect(screen.getByText(/^chosen: ;/)).toBeInTheDocument();
});

it('sorts by sortable columns, in either direction', async () => {
  const { user } = renderUi(<Readers />);
  const by = screen.getByRole('combobox', { name: 'Sort by' });
  expect([...by.children].map(({ textContent }) => textContent)).toEqual(['Name', 'Age']);
  await user.selectOptions(by, 'Age');
  expect(screen.getByText(/by age up$/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Sorted ascending' }));
  expect(screen.getByText(/by age down$/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Sorted descending' })).toBeInTheDocument();
});

it('shows placeholders while loading, with nothing to select', () => {
  renderUi(<Readers rows={[]} loadingRows={50} />);
  expect(screen.getByRole('status', { name: 'Loading' }).children).toHaveLength(4);
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
  expect(box('Select page')).toBeDisabled();
  expect(box('Select page')).not.toBeChecked();
});

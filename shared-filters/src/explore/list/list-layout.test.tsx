import '@testing-library/jest-dom';
import { renderUi } from '@readerlens/ui/testing';
import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ListLayoutMenu } from './list-layout-menu.tsx';
import { useListLayout } from './list-layout.ts';
import type { ListColumn } from './list-layout.ts';
import { ListTable } from './list-parts.tsx';

interface Row {
  id: string;
}
const columns: ListColumn<Row>[] = ['Name', 'City'].map((header) => ({
  id: header,
  header,
  cell: ({ id }) => `${header} ${id}`,
}));
const noSelection = {
  isSelected: () => false,
  onToggle: () => {},
  onToggleAll: () => {},
  formatRowLabel: ({ id }: Row) => id,
  allLabel: 'Select all',
};

const List = ({ name }: { name: string }) => {
  const layout = useListLayout(name, columns);
  return (
    <MemoryRouter>
      <ListLayoutMenu layout={layout} columns={columns} />
      <ListTable
        caption="People"
        columns={layout.columns}
        density={layout.density}
        rows={[{ id: '1' }]}
        rowKey={({ id }) => id}
        selection={noSelection}
        loadingRows={undefined}
        sort={{ column: 'Name', descending: false }}
        sortColumns={['Name']}
        onSort={() => {}}
        loadingHeight="100px"
        renderCard={() => null}
      />
    </MemoryRouter>
  );
};

const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const open = async (name: string) => {
  const view = renderUi(<List name={name} />);
  await view.user.click(screen.getByRole('button', { name: 'Layout' }));
  const entry = (label: string) => screen.findByRole('menuitemcheckbox', { name: label });
  return { ...view, entry, press: async (label: string) => view.user.click(await entry(label)) };
};
const densityOfRows = () =>
  screen.getByRole('cell', { name: 'Name 1' }).closest<HTMLElement>('[data-density]')?.dataset.density;

it('hides and shows columns, keeps the last one, and remembers the choice per list', async () => {
  const first = await open('people');
  await first.press('City');
  expect(headers()).toEqual(['Select all', 'Name']);
  expect(await first.entry('Name')).toHaveAttribute('aria-disabled', 'true');
  first.unmount();
  const again = await open('people');
  expect(headers()).toEqual(['Select all', 'Name']);
  await again.user.click(await screen.findByRole('menuitem', { name: 'Reset layout' }));
  expect(headers()).toEqual(['Select all', 'Name', 'City']);
  again.unmount();
});

it('makes rows compact on demand', async () => {
  const view = await open('places');
  expect(densityOfRows()).toBe('comfortable');
  await view.press('Compact');
  expect(await view.entry('Compact')).toHaveAttribute('aria-checked', 'true');
  expect(densityOfRows()).toBe('compact');
  expect(JSON.parse(localStorage.getItem('readerlens.list-layouts') ?? '{}')).toMatchObject({
    state: { byList: { places: { density: 'compact' } } },
  });
});

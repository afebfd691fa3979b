import { Button } from '@readerlens/ui';
import { closeAreas, renderArea } from '@readerlens/ui/testing';
import { act, screen } from '@testing-library/react';
import { listAddress, useListView } from '../explore/list/list-view.ts';
import { useUrlChoice } from './use-url-choice.ts';

const address = listAddress({
  sortColumns: ['name'],
  start: { sort: { column: 'name', descending: false }, page: 1, size: 10 },
  sizes: [10, 20],
});

const Screen = () => {
  const [view, setView] = useUrlChoice('view', ['readers', 'documents']);
  const [compare, setCompare] = useUrlChoice('compare', ['no', 'yes']);
  const list = useListView(address);
  return (
    <>
      <Button onClick={() => setView('documents')}>{view}</Button>
      <Button onClick={() => setCompare('yes')}>{compare}</Button>
      <Button onClick={() => list.show({ page: 2 })}>{`page ${list.view.page}`}</Button>
      <Button onClick={() => list.show({ size: 20 })}>{`size ${list.view.size}`}</Button>
    </>
  );
};

afterEach(closeAreas);

it('changes of the address that come before it is rendered are all kept', () => {
  const { router } = renderArea([{ path: '/', Component: Screen }], '/?f=Clients:1');
  act(() => screen.getAllByRole('button').forEach((button) => button.click()));
  expect(router.state.location.search).toBe('?f=Clients:1&view=documents&compare=yes&page=2&size=20');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'documents',
    'yes',
    'page 2',
    'size 20',
  ]);
});

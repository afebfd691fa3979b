import '@testing-library/jest-dom';
import { defaultExportColumns, exportColumns } from '@readerlens/contract/explorer';
import { renderUi } from '@readerlens/ui/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { ColumnManager } from './column-manager.tsx';
import { completeNames } from './column-order.ts';

const Page = ({ initial }: { initial: readonly string[] }) => {
  const [value, setValue] = useState(initial);
  return (
    <>
      <ColumnManager value={value} onChange={setValue} />
      <p>{`chosen: ${value.join(' ')}`}</p>
    </>
  );
};

const mandatory = ['referenceNumber', 'date', 'activityType'];
const start = [...mandatory, 'email', 'company'];
const chosen = (...names: string[]) => screen.getByText(`chosen: ${names.join(' ')}`);
const button = (name: string) => screen.getByRole('button', { name });
const items = () => within(screen.getByRole('list', { name: 'Selected columns' })).getAllByRole('listitem');

it('offers every column by its category', () => {
  renderUi(<Page initial={defaultExportColumns} />);
  expect(screen.getAllByRole('checkbox')).toHaveLength(exportColumns.length);
  const reader = screen.getByRole('group', { name: 'Reader' });
  expect(within(reader).getByRole('checkbox', { name: 'LinkedIn' })).not.toBeChecked();
  expect(within(reader).getByRole('checkbox', { name: 'Email' })).toBeChecked();
  expect(screen.getByRole('group', { name: 'Content' })).toBeInTheDocument();
});

it('adds a column at the end and takes one out', async () => {
  const { user } = renderUi(<Page initial={start} />);
  await user.click(screen.getByRole('checkbox', { name: 'LinkedIn' }));
  expect(chosen(...start, 'linkedIn')).toBeInTheDocument();
  await user.click(button('Remove Email'));
  expect(chosen(...mandatory, 'company', 'linkedIn')).toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: 'Email' })).not.toBeChecked();
});

it('takes a whole category in or out, but for what is mandatory', async () => {
  const { user } = renderUi(<Page initial={start} />);
  await user.click(button('Select all Company columns'));
  expect(items().slice(-4)).toHaveLength(4);
  expect(items().at(-1)).toHaveTextContent('Product Category');
  await user.click(button('Clear all Company columns'));
  expect(chosen(...mandatory, 'email')).toBeInTheDocument();
});

it('locks what is mandatory, and puts it in where it is missing', () => {
  renderUi(<Page initial={['email']} />);
  expect(items().map(({ dataset }) => dataset.field)).toEqual([...mandatory, 'email']);
  expect(screen.queryByRole('button', { name: 'Remove Reference Number' })).not.toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: 'Activity Date' })).toBeDisabled();
  expect(within(items()[0] as HTMLElement).getByText('Always exported')).toBeInTheDocument();
});

it('moves a column by its buttons, which keep the focus, and says where it is', async () => {
  const { user } = renderUi(<Page initial={start} />);
  button('Move Email up').focus();
  await user.keyboard('{Enter}');
  expect(chosen('referenceNumber', 'date', 'email', 'activityType', 'company')).toBeInTheDocument();
  expect(button('Move Email up')).toHaveFocus();
  expect(screen.getByText('Email is now 3 of 5.')).toBeInTheDocument();
  await user.keyboard('{Enter}{Enter}');
  expect(chosen('email', ...mandatory, 'company')).toBeInTheDocument();
  expect(button('Move Email up')).toBeDisabled();
  expect(button('Move Email down')).toHaveFocus();
});

it('moves a column by dragging it', () => {
  renderUi(<Page initial={start} />);
  const dataTransfer = { effectAllowed: 'none' };
  const [first, , third] = items();
  fireEvent.dragStart(first as HTMLElement, { dataTransfer });
  fireEvent.dragOver(third as HTMLElement, { dataTransfer });
  fireEvent.drop(third as HTMLElement, { dataTransfer });
  expect(chosen('date', 'activityType', 'referenceNumber', 'email', 'company')).toBeInTheDocument();
});

it('finds columns by their heading', async () => {
  const { user } = renderUi(<Page initial={start} />);
  await user.type(screen.getByRole('searchbox', { name: 'Find a column' }), 'content t');
  expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    'Content Title',
    'Content Type',
    'Content Theme',
  ]);
  await user.type(screen.getByRole('searchbox'), 'x');
  expect(screen.getByText('No column has this name.')).toBeVisible();
});

it('reads older names of columns', () => {
  expect(completeNames(['friendlyId', 'title', 'nothing', 'jobTitle'])).toEqual([
    'date',
    'activityType',
    'referenceNumber',
    'jobTitle',
  ]);
});

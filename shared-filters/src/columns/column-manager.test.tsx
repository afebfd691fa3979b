import '@testing-library/jest-dom';
import { defaultExportColumns, exportColumns } from '@readerlens/contract/explorer';
import { renderUi } from '@readerlens/ui/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { exportableColumns } from '../model/index.ts';
import { ColumnManager } from './column-manager.tsx';
import type { ColumnManagerProps } from './column-manager.tsx';
import { completeNames } from './column-order.ts';

const Page = ({
  initial,
  columns = exportColumns,
}: { initial: readonly string[] } & Partial<Pick<ColumnManagerProps, 'columns'>>) => {
  const [value, setValue] = useState(initial);
  return (
    <>
      <ColumnManager columns={columns} value={value} onChange={setValue} />
      <p>{`value: ${value.join(' ')}`}</p>
    </>
  );
};

const mandatory = ['referenceNumber', 'date', 'activityType'];
const start = [...mandatory, 'email', 'company'];
const valueText = (...names: string[]) => screen.getByText(`value: ${names.join(' ')}`);
const button = (name: string) => screen.getByRole('button', { name });
const items = () => within(screen.getByRole('list', { name: 'Selected columns' })).getAllByRole('listitem');

it('offers all columns by category', () => {
  renderUi(<Page initial={defaultExportColumns} />);
  expect(screen.getAllByRole('checkbox')).toHaveLength(exportColumns.length);
  const reader = screen.getByRole('group', { name: 'Reader' });
  expect(within(reader).getByRole('checkbox', { name: 'LinkedIn' })).not.toBeChecked();
  expect(within(reader).getByRole('checkbox', { name: 'Email' })).toBeChecked();
  expect(screen.getByRole('group', { name: 'Content' })).toBeInTheDocument();
});

it('takes the columns of another copy of the contract', () => {
  const columns = exportColumns.map((column) => ({ ...column }));
  renderUi(<Page initial={['date', 'email', ...mandatory]} columns={columns} />);
  expect(items().map(({ dataset }) => dataset.field)).toEqual([
    'date',
    'email',
    'referenceNumber',
    'activityType',
  ]);
});

it('neither offers nor keeps columns that the user may not export', async () => {
  const columns = exportableColumns(new Set(['OrgType']));
  const { user } = renderUi(<Page initial={[...start, 'revenue']} columns={columns} />);
  expect(screen.queryByRole('checkbox', { name: /Revenue|Analyst Tags|Product Category/ })).toBeNull();
  expect(items()).toHaveLength(start.length);
  await user.click(button('Select all Company columns'));
  expect(valueText(...start, 'readerOrg', 'orgType')).toBeInTheDocument();
});

it('appends and removes columns', async () => {
  const { user } = renderUi(<Page initial={start} />);
  await user.click(screen.getByRole('checkbox', { name: 'LinkedIn' }));
  expect(valueText(...start, 'linkedIn')).toBeInTheDocument();
  await user.click(button('Remove Email'));
  expect(valueText(...mandatory, 'company', 'linkedIn')).toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: 'Email' })).not.toBeChecked();
});

it('adds and removes a whole category except mandatory columns', async () => {
  const { user } = renderUi(<Page initial={start} />);
  await user.click(button('Select all Company columns'));
  expect(items().slice(-4)).toHaveLength(4);
  expect(items().at(-1)).toHaveTextContent('Product Category');
  await user.click(button('Clear all Company columns'));
  expect(valueText(...mandatory, 'email')).toBeInTheDocument();
});

it('locks mandatory columns, and adds missing ones', () => {
  renderUi(<Page initial={['email']} />);
  expect(items().map(({ dataset }) => dataset.field)).toEqual([...mandatory, 'email']);
  expect(screen.queryByRole('button', { name: 'Remove Reference Number' })).not.toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: 'Activity Date' })).toBeDisabled();
  expect(within(items()[0] as HTMLElement).getByText('Always exported')).toBeInTheDocument();
});

it('moves a column with its buttons, which keep the focus, and announces its position', async () => {
  const { user } = renderUi(<Page initial={start} />);
  button('Move Email up').focus();
  await user.keyboard('{Enter}');
  expect(valueText('referenceNumber', 'date', 'email', 'activityType', 'company')).toBeInTheDocument();
  expect(button('Move Email up')).toHaveFocus();
  expect(screen.getByText('Email is now 3 of 5.')).toBeInTheDocument();
  await user.keyboard('{Enter}{Enter}');
  expect(valueText('email', ...mandatory, 'company')).toBeInTheDocument();
  expect(button('Move Email up')).toHaveAttribute('aria-disabled', 'true');
  expect(button('Move Email up')).toHaveFocus();
});

it('moves a column by dragging', () => {
  renderUi(<Page initial={start} />);
  const dataTransfer = { effectAllowed: 'none' };
  const [first, , third] = items();
  fireEvent.dragStart(first as HTMLElement, { dataTransfer });
  fireEvent.dragOver(third as HTMLElement, { dataTransfer });
  fireEvent.drop(third as HTMLElement, { dataTransfer });
  expect(valueText('date', 'activityType', 'referenceNumber', 'email', 'company')).toBeInTheDocument();
});

it('finds columns by heading', async () => {
  const { user } = renderUi(<Page initial={start} />);
  await user.type(screen.getByRole('searchbox', { name: 'Find a column' }), 'content t');
  expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    'Content Title',
    'Content Type',
    'Content Theme',
  ]);
  await user.type(screen.getByRole('searchbox'), 'x');
  expect(screen.getByText('No matching columns.')).toBeVisible();
});

it('accepts legacy column names', () => {
  expect(completeNames(['friendlyId', 'title', 'nothing', 'jobTitle'])).toEqual([
    'date',
    'activityType',
    'referenceNumber',
    'jobTitle',
  ]);
});

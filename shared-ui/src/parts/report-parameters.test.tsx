import '@testing-library/jest-dom';
import { UiProvider } from '../theme/index.ts';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { ReportParametersDialog } from './report-parameters.dialog.tsx';
import type { ReportParameters } from './report-parameters.dialog.tsx';

const parameters: ReportParameters = {
  schedule: 'Every Monday at 08:00',
  rows: [
    { name: 'Region', operation: 'In', value: 'EMEA' },
    { name: 'Clients', operation: 'Is', value: 'Acme' },
  ],
  disabled: false,
  editPath: '/dissemination-contact/u1/c1',
};

const show = (change: Partial<ReportParameters> = {}) =>
  render(
    <MemoryRouter>
      <UiProvider>
        <ReportParametersDialog
          open
          onClose={() => {}}
          kind="activityReport"
          parameters={{ ...parameters, ...change }}
        />
      </UiProvider>
    </MemoryRouter>,
  );

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

it('shows filters, operations and values, and sorts them', async () => {
  show();
  expect(await screen.findByText('Every Monday at 08:00')).toBeVisible();
  expect(names()).toEqual(['Region', 'Clients']);
  const sort = screen.getByRole('button', { name: /Filter Name/ });
  await userEvent.click(sort);
  expect(names()).toEqual(['Clients', 'Region']);
  await userEvent.click(sort);
  expect(names()).toEqual(['Region', 'Clients']);
  expect(screen.getAllByRole('columnheader')).toHaveLength(3);
});

it('says when an alert fires', async () => {
  show({ rule: 'At least 5 activities of a reader within 1 month.' });
  expect(await screen.findByText('At least 5 activities of a reader within 1 month.')).toBeVisible();
});

it('links to the form of an enabled configuration for users who may edit it', async () => {
  const view = show();
  expect(await screen.findByRole('link', { name: 'Edit Configuration' })).toHaveAttribute(
    'href',
    '/dissemination-contact/u1/c1',
  );
  view.unmount();
  const disabled = show({ disabled: true, disabledReason: 'A recipient was deleted.' });
  await screen.findByRole('dialog');
  expect(screen.getByText('A recipient was deleted.')).toBeVisible();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  disabled.unmount();
  const { editPath: _, ...readOnly } = parameters;
  render(
    <UiProvider>
      <ReportParametersDialog open onClose={() => {}} kind="notification" parameters={readOnly} />
    </UiProvider>,
  );
  await screen.findByRole('dialog', { name: 'Notification Parameters' });
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

it.each([
  [{ loading: true }, 'Loading'],
  [{ error: new Error('Please try later.') }, 'Please try later.'],
  [{}, 'The parameters of this alert are not available.'],
])('without parameters, %j shows %j', async (state, text) => {
  render(
    <UiProvider>
      <ReportParametersDialog open onClose={() => {}} kind="notification" parameters={undefined} {...state} />
    </UiProvider>,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Notification Parameters' }));
  expect(dialog.queryByText(text) ?? dialog.getByRole('status', { name: text })).toBeVisible();
});

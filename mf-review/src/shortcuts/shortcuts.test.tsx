import '@testing-library/jest-dom';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { DecisionBody } from '../decisions/decision.ts';
import { activities, activity } from '../testing/activities.ts';
import { closeReview, openReview, signIn } from '../testing/open-review.tsx';

const decideCall = 'POST /api/review-activities';

beforeEach(() => signIn());
afterEach(closeReview);

const open = async (rows = activities(3), address?: string) => {
  const opened = await openReview(rows, address);
  await screen.findByRole('checkbox', { name: 'Select Reader 1, Guide 1' });
  const decided = () =>
    opened.server
      .listBodies<DecisionBody>(decideCall)
      .map(({ status, engagementIds, customerRequestIds }) => [
        status,
        ...engagementIds,
        ...customerRequestIds,
      ]);
  return { ...opened, decided };
};
const current = () => screen.queryByRole('row', { current: true });

it('move the current row, which takes the focus, and stop at the ends', async () => {
  const { user } = await open();
  expect(current()).toBeNull();
  await user.keyboard('j');
  expect(current()).toHaveTextContent('Guide 1');
  expect(current()).toHaveFocus();
  await user.keyboard('jjj');
  expect(current()).toHaveTextContent('Guide 3');
  await user.keyboard('kkkk');
  expect(current()).toHaveTextContent('Guide 1');
});

it('decide on the current row, and continue with the next', async () => {
  const { user, decided } = await open();
  await user.keyboard('ja');
  await waitFor(() => expect(screen.queryByText('Guide 1')).not.toBeInTheDocument());
  await waitFor(() => expect(current()).toHaveFocus());
  expect(current()).toHaveTextContent('Guide 2');
  await user.keyboard('r');
  await waitFor(() =>
    expect(decided()).toEqual([
      ['Approved', 'a1'],
      ['Rejected', 'a2'],
    ]),
  );
});

it('repeat steps while held, but decide once', async () => {
  const { user, decided } = await open();
  const hold = (key: string) => fireEvent.keyDown(document.body, { key, repeat: true });
  await user.keyboard('j');
  hold('j');
  expect(current()).toHaveTextContent('Guide 2');
  await user.keyboard('a');
  await waitFor(() => expect(screen.queryByText('Guide 2')).not.toBeInTheDocument());
  await waitFor(() => expect(current()).toHaveTextContent('Guide 3'));
  hold('a');
  hold('x');
  await user.keyboard('r');
  await waitFor(() =>
    expect(decided()).toEqual([
      ['Approved', 'a2'],
      ['Rejected', 'a3'],
    ]),
  );
});

it('select rows, and decide on the selection rather than the current row', async () => {
  const { user, decided } = await open();
  await user.keyboard('jxjxj');
  expect(screen.getByText('2 selected')).toBeVisible();
  await user.keyboard('kx');
  expect(screen.getByText('1 selected')).toBeVisible();
  await user.keyboard('a');
  await waitFor(() => expect(decided()).toEqual([['Approved', 'a1']]));
});

it('continue from a row checked with the mouse', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select Reader 2, Guide 2' }));
  await user.keyboard('j');
  expect(current()).toHaveTextContent('Guide 3');
});

it('report when the status does not allow a decision', async () => {
  const { user, decided } = await open([activity(1, { status: 'Approved' })], '/?status=Approved');
  await user.keyboard('ja');
  expect(await screen.findByText('Reader 1, Guide 1 cannot be approved.')).toBeVisible();
  expect(decided()).toEqual([]);
});

it('do nothing while typing, with Ctrl, or while a dialog is open', async () => {
  const { user, decided } = await open();
  await user.keyboard('j');
  await user.click(screen.getByRole('button', { name: 'Edit filters' }));
  await user.type(screen.getByLabelText('Email value'), 'raxj?');
  expect(screen.getByLabelText('Email value')).toHaveValue('raxj?');
  screen.getByRole('button', { name: 'Reset' }).focus();
  await user.keyboard('{Control>}a{/Control}');
  await user.click(screen.getByRole('button', { name: 'Recent decisions' }));
  await screen.findByRole('dialog', { name: 'Recent decisions' });
  await user.keyboard('rax');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(decided()).toEqual([]);
  expect(screen.getByText('3 activities')).toBeVisible();
});

it('keep the focus in an open dialog when the list behind it changes', async () => {
  const { user, server, queryClient } = await open();
  await user.keyboard('j');
  await user.click(screen.getByRole('button', { name: 'Recent decisions' }));
  const dialog = await screen.findByRole('dialog', { name: 'Recent decisions' });
  await within(dialog).findByText('No decisions in the last 30 days.');
  act(() => (document.activeElement as HTMLElement).blur());
  server.review.activities = activities(2);
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(screen.queryByText('Guide 3')).not.toBeInTheDocument());
  expect(document.activeElement).toBe(document.body);
  expect(dialog).toBeInTheDocument();
});

it('are explained, and can be turned off permanently', async () => {
  const { user } = await open();
  await user.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  const toggle = within(help).getByRole('switch', { name: 'Use keyboard shortcuts' });
  expect(toggle).toBeChecked();
  await user.click(toggle);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(help).not.toBeInTheDocument());
  await user.keyboard('j?');
  expect(current()).toBeNull();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(localStorage.getItem('readerlens.review.shortcuts')).toBe('off');
});

import '@testing-library/jest-dom';
import { advance, startFakeClock, waitForResponse } from '@readerlens/ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { activities, activity } from '../testing/activities.ts';
import { closeReview, openReview, box, button, message, ready, signIn } from '../testing/open-review.tsx';
import type { DecisionBody } from './decision.ts';

const decideCall = 'POST /api/review-activities';

beforeEach(() => signIn());
afterEach(closeReview);

describe('decisions', () => {
  const bodies = (server: Awaited<ReturnType<typeof openReview>>['server']) =>
    server.listBodies<DecisionBody>(decideCall);

  it('are offered once something is selected, depending on the status of the first selected activity', async () => {
    const rows = [activity(1, { status: 'Approved' }), activity(2, { status: 'EditAfterApproval' })];
    const { user, server } = await openReview(rows, '/?status=Approved');
    await ready();
    server.review.activities = rows;
    expect(screen.queryByRole('button', { name: 'APPROVE' })).not.toBeInTheDocument();
    expect(button('EXCLUDE EMAIL & REJECT')).toBeDisabled();
    const hint = 'Select activities to approve, reject or download them.';
    expect(screen.getByText(hint)).toBeVisible();
    await user.click(box('Select Reader 1, Guide 1'));
    expect(button('APPROVE')).toBeDisabled();
    expect(button('REJECT')).toBeEnabled();
    expect(button('EXCLUDE EMAIL & REJECT')).toBeEnabled();
    expect(button('Download')).toBeEnabled();
    expect(screen.queryByText(hint)).not.toBeInTheDocument();
    await user.click(button('Clear selection'));
    expect(screen.queryByRole('button', { name: 'REJECT' })).not.toBeInTheDocument();
  });

  it('are saved with the status that was shown; then the list reloads and the selection is cleared', async () => {
    const { user, server } = await openReview(activities(3), '/?from=2026-03-01&to=2026-03-05');
    await ready();
    await user.click(box('Select Reader 2, Guide 2'));
    await user.click(box('Select Reader 3, Guide 3'));
    await user.click(button('APPROVE'));
    const text = '2 Activities Approved (may include Subsequent)';
    await waitFor(() => expect(message()).toHaveTextContent(text));
    expect(screen.getAllByText(text)).toHaveLength(1);
    expect(bodies(server)).toEqual([
      {
        engagementIds: ['a2'],
        customerRequestIds: ['a3'],
        status: 'Approved',
        startDate: '2026-03-01',
        seen: { a2: 'Pending', a3: 'Pending' },
      },
    ]);
    await waitFor(() => expect(screen.queryByText('Guide 2')).not.toBeInTheDocument());
    expect(screen.getByText('1 activity')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'APPROVE' })).not.toBeInTheDocument();
  });

  it('are saved once on a double click', async () => {
    const { user, server } = await openReview(activities(3));
    await user.click(await ready());
    const approve = button('APPROVE');
    act(() => {
      approve.click();
      approve.click();
    });
    await waitFor(() => expect(message()).toHaveTextContent('1 Activities Approved'));
    expect(bodies(server)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText('Guide 1')).not.toBeInTheDocument());
    await user.click(await ready('Select Reader 2, Guide 2'));
    await user.click(button('REJECT'));
    await waitFor(() => expect(bodies(server)).toHaveLength(2));
  });

  it('can be undone from their message', async () => {
    const { user, server } = await openReview(activities(2));
    await user.click(await ready());
    await user.click(button('REJECT'));
    await waitFor(() =>
      expect(message()).toHaveTextContent('1 Activities Rejected (may include Subsequent)'),
    );
    await user.click(button('Undo'));
    await waitFor(() => expect(message()).toHaveTextContent('Undone: 1 activity was restored.'));
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    expect(server.review.activities.every(({ status }) => status === 'Pending')).toBe(true);
  });

  it('that cannot be undone show the reason from the server', async () => {
    const { user, server } = await openReview(activities(2));
    await user.click(await ready());
    await user.click(button('REJECT'));
    await waitFor(() => expect(message()).toHaveTextContent('1 Activities Rejected'));
    const why = 'Nothing can be reversed: the activity is no longer as this decision left it.';
    const call = 'POST /api/review-activities/decisions/d1/reverse';
    server.failures.set(call, { status: 409, message: why });
    const lists = server.callsOf('POST /api/review-activities-search').length;
    await user.click(within(message()).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(message()).toHaveTextContent(why));
    expect(message()).not.toHaveTextContent('could not be undone');
    // The list is stale: another user was faster.
    await waitFor(() =>
      expect(server.callsOf('POST /api/review-activities-search').length).toBeGreaterThan(lists),
    );
  });

  it('that fail to be undone are reported', async () => {
    const { user, server } = await openReview(activities(2));
    await user.click(await ready());
    await user.click(button('REJECT'));
    await waitFor(() => expect(message()).toHaveTextContent('1 Activities Rejected'));
    const call = 'POST /api/review-activities/decisions/d1/reverse';
    server.failures.set(call, { status: 503, message: 'The database is busy.' });
    await user.click(within(message()).getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(message()).toHaveTextContent('The decision could not be undone. The database is busy.'),
    );
  });

  it('can be undone for ten seconds', async () => {
    const { user } = await openReview(activities(2));
    await user.click(await ready());
    startFakeClock();
    await user.click(button('APPROVE'));
    const undo = () => screen.queryAllByRole('button', { name: 'Undo' });
    await waitForResponse(() => undo().length > 0);
    await advance(9900);
    expect(undo()).toHaveLength(1);
    await advance(100);
    expect(undo()).toEqual([]);
    expect(message()).toHaveTextContent('1 Activities Approved');
    jest.useRealTimers();
  });

  it('report skipped activities with the reason', async () => {
    const { user, server } = await openReview(activities(2));
    await ready();
    await user.click(box('Select all on this page'));
    const [first] = server.review.activities;
    server.review.activities = server.review.activities.map((one) =>
      one === first ? { ...one, status: 'Approved' } : one,
    );
    await user.click(button('REJECT'));
    await waitFor(() => expect(message()).toHaveTextContent('1 activity was skipped and not changed'));
    expect(within(message()).getByRole('listitem', { hidden: true })).toHaveTextContent(
      'Reader 1, Guide 1: Approved by Olga Berg a minute ago.',
    );
  });

  it('that fail keep the selection', async () => {
    const { user, server } = await openReview(activities(2));
    await user.click(await ready());
    server.failures.set(decideCall, { status: 503, message: 'The database is busy.' });
    await user.click(button('APPROVE'));
    await waitFor(() =>
      expect(message()).toHaveTextContent(
        'Nothing was saved, and your selection is kept. The database is busy.',
      ),
    );
    expect(box('Select Reader 1, Guide 1')).toBeChecked();
    server.failures.clear();
    await user.click(button('APPROVE'));
    await waitFor(() => expect(message()).toHaveTextContent('1 Activities Approved'));
  });

  const searchCall = 'POST /api/review-activities-search';
  const unknownOutcome = 'The connection was lost, so it is unknown whether';

  it('without a response may have been saved: the list reloads and the selection is kept', async () => {
    const { user, server } = await openReview(activities(2));
    await user.click(await ready());
    server.unanswered.add(decideCall);
    await user.click(button('APPROVE'));
    await waitFor(() => expect(message()).toHaveTextContent(`${unknownOutcome} this was saved.`));
    expect(message()).not.toHaveTextContent('Nothing was saved');
    await waitFor(() => expect(screen.queryByText('Guide 1')).not.toBeInTheDocument());
    expect(screen.getByText('1 selected, 1 not shown')).toBeVisible();
    server.unanswered.clear();
    // Saving again changes nothing: the status on the server differs from the one that was shown.
    await user.click(button('APPROVE'));
    await waitFor(() => expect(message()).toHaveTextContent('1 activity was skipped and not changed'));
  });

  it('that could not be sent are not saved', async () => {
    const { user, server } = await openReview(activities(2));
    await user.click(await ready());
    const lists = server.callsOf(searchCall).length;
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    server.unanswered.add(decideCall);
    await user.click(button('APPROVE'));
    await waitFor(() =>
      expect(message()).toHaveTextContent(
        'Nothing was saved, and your selection is kept. The server cannot be reached.',
      ),
    );
    expect(server.callsOf(searchCall)).toHaveLength(lists);
    onLine.mockRestore();
  });

  it('may have been reversed if the reversal got no response: the list reloads', async () => {
    const { user, server } = await openReview(activities(2));
    await user.click(await ready());
    await user.click(button('REJECT'));
    await waitFor(() => expect(screen.queryByText('Guide 1')).not.toBeInTheDocument());
    server.unanswered.add('POST /api/review-activities/decisions/d1/reverse');
    await user.click(within(message()).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(message()).toHaveTextContent(`${unknownOutcome} the decision was undone.`));
    expect(await screen.findByText('Guide 1')).toBeVisible();
  });

  it('to exclude emails name the addresses first', async () => {
    const same = activity(4, { email: 'READER1@lab.example', firstName: 'Again' });
    const { user, server } = await openReview([...activities(2), same, activity(5, { email: null })]);
    await ready();
    await user.click(box('Select Reader 2, Guide 2'));
    expect(screen.getByText('Excludes reader2@lab.example.')).toBeVisible();
    await user.click(button('EXCLUDE EMAIL & REJECT'));
    const single = await screen.findByRole('alertdialog', {
      name: 'Exclude reader2@lab.example and reject 1 activity?',
    });
    await user.click(within(single).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(single).not.toBeInTheDocument());
    await user.click(button('Clear selection'));
    await user.click(box('Select all on this page'));
    await user.click(button('EXCLUDE EMAIL & REJECT'));
    const question = await screen.findByRole('alertdialog', {
      name: 'Exclude 2 email addresses and reject 4 activities?',
    });
    expect(question).toHaveTextContent('READER1@lab.example, reader2@lab.example.');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(bodies(server)).toEqual([]);
    await user.click(button('EXCLUDE EMAIL & REJECT'));
    await user.click(await screen.findByRole('button', { name: 'Exclude & reject' }));
    await waitFor(() => expect(message()).toHaveTextContent('2 Email(s) Excluded & 4 Activities Rejected'));
    await user.click(within(message()).getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(message()).toHaveTextContent(
        'Undone: 4 activities were restored, and 2 emails are no longer excluded.',
      ),
    );
    expect(bodies(server)[0]).toMatchObject({
      status: 'Rejected',
      excludedEmails: ['READER1@lab.example', 'reader2@lab.example'],
    });
  });

  it('apply to all matching activities after a confirmation with their number', async () => {
    const { user, server, router } = await openReview(activities(1234));
    await ready();
    await user.click(box('Select all on this page'));
    expect(screen.getByText('All 10 on this page are selected.')).toBeVisible();
    await user.click(button('Select all 1,234 matching activities'));
    expect(screen.getByText('All 1,234 matching activities are selected.')).toBeVisible();
    await user.click(button('Next page'));
    expect(await ready('Select Reader 11, Guide 11')).toBeChecked();
    expect(router.state.location.search).toBe('?page=2');
    await user.click(button('APPROVE'));
    await screen.findByRole('alertdialog', { name: 'Approve all 1,234 matching activities?' });
    await user.click(button('Approve 1,234'));
    await waitFor(() =>
      expect(message()).toHaveTextContent('1,234 Activities Approved (may include Subsequent)'),
    );
    const [body] = bodies(server);
    expect(body).toMatchObject({
      engagementIds: [],
      customerRequestIds: [],
      status: 'Approved',
      matching: { status: 'Pending' },
    });
    expect(body).not.toHaveProperty('seen');
    expect(await screen.findByText('No results found')).toBeVisible();
  });

  it('apply to rows selected on several pages; another filter clears the selection', async () => {
    const { user, server } = await openReview(activities(12));
    await user.click(await ready());
    await user.click(button('Next page'));
    await user.click(await ready('Select Reader 12, Guide 12'));
    expect(screen.getByText('2 selected, 1 not shown')).toBeVisible();
    await user.click(button('REJECT'));
    await waitFor(() => expect(bodies(server)[0]?.seen).toEqual({ a1: 'Pending', a12: 'Pending' }));
    await user.click(await ready('Select Reader 2, Guide 2'));
    await user.click(button('Edit filters'));
    await user.click(screen.getByRole('radio', { name: 'Subsequent' }));
    await user.click(button('See results'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'APPROVE' })).not.toBeInTheDocument());
  });

  it('invalidate cached data of other screens', async () => {
    const { user, queryClient } = await openReview(activities(1));
    queryClient.setQueryData(['dashboard'], 1);
    await user.click(await ready());
    await user.click(button('APPROVE'));
    await waitFor(() => expect(queryClient.getQueryState(['dashboard'])?.isInvalidated).toBe(true));
  });
});

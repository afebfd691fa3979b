import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { activities, activity } from '../testing/activities.ts';
import { closeReview, openReview, button, message, ready, signIn } from '../testing/open-review.tsx';
import type { DecisionBody } from './decision.ts';

const listCall = 'GET /api/review-activities/decisions';

beforeEach(() => signIn());
afterEach(closeReview);

describe('recent decisions', () => {
  type Opened = Awaited<ReturnType<typeof openReview>>;

  const rejection = (engagementIds: string[], more: Partial<DecisionBody> = {}): DecisionBody => ({
    engagementIds,
    customerRequestIds: [],
    status: 'Rejected',
    ...more,
  });
  const open = async ({ user }: Opened) => {
    await user.click(button('Recent decisions'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Recent decisions' }));
    await dialog.findAllByText('Rosa Lind');
    return dialog;
  };
  const readRows = (dialog: Awaited<ReturnType<typeof open>>) =>
    dialog
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);

  it('are listed, and reversed after a confirmation', async () => {
    const review = await openReview(activities(2));
    const { user, server } = review;
    await user.click(await ready());
    await user.click(button('REJECT'));
    await waitFor(() => expect(message()).toHaveTextContent('1 Activities Rejected'));
    const dialog = await open(review);
    expect(readRows(dialog)).toEqual([
      '2026-03-05 09:00:00 AMRosa LindRejected, 1 activityReader 1 · Guide 1Reverse',
    ]);
    await user.click(
      dialog.getByRole('button', {
        name: 'Reverse: Rejected, 1 activity, Reader 1 · Guide 1, 2026-03-05 09:00:00 AM',
      }),
    );
    const question = await screen.findByRole('alertdialog', { name: 'Reverse this decision?' });
    expect(question).toHaveTextContent('Rejected, 1 activity, Reader 1 · Guide 1, 2026-03-05');
    expect(server.review.activities[0]?.status).toBe('Rejected');
    await user.click(within(question).getByRole('button', { name: 'Reverse' }));
    expect(await dialog.findByText('Reversed by Rosa Lind, 2026-03-05 09:05:00 AM')).toBeInTheDocument();
    expect(server.review.activities[0]?.status).toBe('Pending');
    // The dialog keeps the focus although its button is gone and the list behind it has changed.
    await screen.findByRole('checkbox', { name: 'Select Reader 1, Guide 1', hidden: true });
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: 'Recent decisions' })).toContainElement(
        document.activeElement as HTMLElement,
      ),
    );
  });

  it('show the number of other activities, and only the number if the activity is not visible', async () => {
    const rows = [...activities(5), activity(7, { documentTitle: 'doc-118' })];
    const review = await openReview(rows);
    await ready();
    const memory = review.server.review;
    for (const ids of [['a1'], ['a2', 'a4'], ['a5', 'a7', 'a1'], ['a7']]) memory.decide(rejection(ids));
    const [hidden] = memory.decided;
    if (hidden) hidden.before = [];
    const dialog = await open(review);
    expect(readRows(dialog)).toEqual([
      '2026-03-05 09:00:00 AMRosa LindRejected, 1 activityReader 7 · doc-118Reverse',
      '2026-03-05 09:00:00 AMRosa LindRejected, 3 activitiesReader 1 · Guide 1 and 2 othersReverse',
      '2026-03-05 09:00:00 AMRosa LindRejected, 2 activitiesReader 2 · Guide 2 and 1 otherReverse',
      '2026-03-05 09:00:00 AMRosa LindRejected, 0 activitiesReverse',
    ]);
    expect(dialog.getByTitle('Reader 2 · Guide 2')).toBeInTheDocument();
    expect(
      dialog.getByRole('button', { name: 'Reverse: Rejected, 0 activities, 2026-03-05 09:00:00 AM' }),
    ).toBeInTheDocument();
  });

  it('are shown fifty at a time', async () => {
    const review = await openReview(activities(101));
    await ready();
    for (let number = 1; number <= 101; number += 1) review.server.review.decide(rejection([`a${number}`]));
    const dialog = await open(review);
    const first = (row: number) => readRows(dialog)[row];
    expect(readRows(dialog)).toHaveLength(50);
    await review.user.click(dialog.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(readRows(dialog)).toHaveLength(100));
    expect([first(49), first(50)]).toEqual([
      expect.stringContaining('Guide 52'),
      expect.stringContaining('Guide 51'),
    ]);
    await review.user.click(dialog.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(readRows(dialog)).toHaveLength(101));
    expect(dialog.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    expect(dialog.getByText('All decisions of the last 30 days are shown.').parentElement).toHaveFocus();
    expect(review.server.callsOf(listCall).map(({ query }) => query.get('before'))).toEqual([
      null,
      'd52',
      'd2',
    ]);
    await review.user.click(dialog.getByRole('button', { name: /Guide 1, / }));
    await review.user.click(await screen.findByRole('button', { name: 'Reverse' }));
    await waitFor(() => expect(first(100)).toMatch(/Reversed by Rosa Lind/));
    expect(readRows(dialog)).toHaveLength(101);
  });

  it('offer no further page at exactly fifty', async () => {
    const review = await openReview(activities(50));
    await ready();
    for (let number = 1; number <= 50; number += 1) review.server.review.decide(rejection([`a${number}`]));
    const dialog = await open(review);
    expect(readRows(dialog)).toHaveLength(50);
    expect(dialog.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  it('stay when older ones fail to load, and can be retried', async () => {
    const review = await openReview(activities(51));
    await ready();
    for (let number = 1; number <= 51; number += 1) review.server.review.decide(rejection([`a${number}`]));
    const dialog = await open(review);
    review.server.failures.set(listCall, { status: 503, message: 'The database is busy.' });
    await review.user.click(dialog.getByRole('button', { name: 'Show more' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Older decisions could not be loaded. The database is busy.',
    );
    expect(readRows(dialog)).toHaveLength(50);
    review.server.failures.clear();
    await review.user.click(dialog.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(readRows(dialog)).toHaveLength(51));
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('that cannot be reversed are offered again, with focus', async () => {
    const review = await openReview(activities(1));
    await ready();
    review.server.review.decide(rejection(['a1']));
    const dialog = await open(review);
    const call = 'POST /api/review-activities/decisions/d1/reverse';
    review.server.failures.set(call, { status: 403, message: 'You do not review all activities of it.' });
    await review.user.click(dialog.getByRole('button', { name: /^Reverse: Rejected, 1 activity/ }));
    const question = await screen.findByRole('alertdialog', { name: 'Reverse this decision?' });
    await review.user.click(within(question).getByRole('button', { name: 'Reverse' }));
    await screen.findByText('You do not review all activities of it.', { selector: '[role=alert] *' });
    await waitFor(() => expect(dialog.getByRole('button', { name: /^Reverse: / })).toHaveFocus());
  });

  it('that were reversed by another user are reported and updated', async () => {
    const review = await openReview(activities(2));
    await ready();
    review.server.review.decide(rejection(['a1'], { excludedEmails: ['reader1@lab.example'] }));
    const dialog = await open(review);
    const why = 'The decision was reversed already.';
    review.server.failures.set('POST /api/review-activities/decisions/d1/reverse', {
      status: 409,
      message: why,
    });
    await review.user.click(
      dialog.getByRole('button', { name: /^Reverse: Excluded & rejected, 1 activity/ }),
    );
    const question = await screen.findByRole('alertdialog', { name: 'Reverse this decision?' });
    expect(question).toHaveTextContent('and 1 email is no longer excluded.');
    review.server.review.reverse('d1');
    await review.user.click(within(question).getByRole('button', { name: 'Reverse' }));
    expect(await screen.findByText(why, { selector: '[role=alert] *' })).toBeInTheDocument();
    expect(await dialog.findByText('Reversed by Rosa Lind, 2026-03-05 09:05:00 AM')).toBeInTheDocument();
  });
});

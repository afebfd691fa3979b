import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReviewSearch } from './filter/review-criteria.ts';
import { activities, activity } from './testing/activities.ts';
import { closeReview, openReview, box, button, ready, signIn } from './testing/open-review.tsx';

const searchCall = 'POST /api/review-activities-search';

beforeEach(() => signIn());
afterEach(closeReview);

const isApproved = ({ status }: { status: string }) => status === 'Approved';
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

describe('the list', () => {
  it('shows the pending, initial activities of the last seven days, newest first', async () => {
    const { server } = await openReview(activities(12));
    expect(screen.getByRole('heading', { level: 1, name: 'Review Activities' })).toBeVisible();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
    await ready();
    expect(screen.getByText(/^RESULTS FROM \d\d\/\d\d\/\d{4} - \d\d\/\d\d\/\d{4}$/)).toBeVisible();
    const [body] = server.listBodies<ReviewSearch>(searchCall);
    const days = (Date.parse(body?.to ?? '') - Date.parse(body?.from ?? '')) / 86_400_000;
    expect(days).toBe(7);
    expect(body).toEqual({
      action: 'search',
      status: 'Pending',
      from: body?.from,
      to: body?.to,
      sortCol: 'DropDate',
      sortOrder: 'desc',
      page: 1,
      size: 10,
    });
    expect(screen.getByText('12 activities')).toBeVisible();
    const dates = screen
      .getAllByRole('cell')
      .filter(({ textContent }) => textContent === '2026-03-04 03:06:07 PM');
    expect(dates).toHaveLength(10);
  });

  it('is narrowed by a link to one reader and one organization, each removable', async () => {
    const { server, user, router } = await openReview(activities(1), '/?reader=71&org=9');
    await ready();
    const lastBody = () => server.listBodies<ReviewSearch>(searchCall).at(-1);
    expect(lastBody()).toMatchObject({ readerId: '71', organizationId: '9' });
    expect(screen.getByText('Reader: Reader 1')).toBeVisible();
    await user.click(button('Show all organizations'));
    await waitFor(() => expect(lastBody()).not.toHaveProperty('organizationId'));
    expect(lastBody()).toMatchObject({ readerId: '71' });
    await user.click(button('Show all readers'));
    await waitFor(() => expect(lastBody()).not.toHaveProperty('readerId'));
    expect(router.state.location.search).toBe('');
  });

  describe('of readers', () => {
    const rows = [
      activity(1, { email: 'ada.berg@lab.example' }),
      activity(2, { firstName: null }),
      activity(3, { email: null }),
      activity(4, { hasDashboard: false }),
    ];
    const readers = () =>
      screen.queryAllByRole('link', { name: /, reader dashboard$/ }).map((link) => link.getAttribute('href'));

    it('links each to their dashboard by id, also in Blinded Mode, if that is deployed', async () => {
      const isReaderPage = (path: string) => path.startsWith('/analytics/reader-dashboard/');
      const links = ['71', '72', '73'].map((id) => `/analytics/reader-dashboard/${id}`);
      await openReview(rows, '/', {}, isReaderPage);
      await ready();
      expect(readers()).toEqual(links);
      await closeReview();
      signIn({}, { blinded: true });
      await openReview(rows, '/', {}, isReaderPage);
      await ready();
      expect(readers()).toEqual(links);
    });

    it('links none without the page', async () => {
      await openReview(rows);
      await ready();
      expect(readers()).toEqual([]);
    });
  });

  const always = [
    'Drop Date',
    'Status',
    'First Name',
    'Last Name',
    'Client',
    'Email',
    'Job Title',
    'Specifics',
    'Country',
    'City',
    'State',
    'Activity Source',
    'Online',
    'Content Title',
    'Document Company',
  ];

  it.each([
    ['Pending', undefined],
    ['Approved', 'Approved Date'],
    ['RejectedManually', 'Reject Reason'],
    ['RejectedByBadWordsFilter', 'Reject Reason'],
  ])('shows the columns of status %s', async (status, extra) => {
    const row = activity(1, { status: status.startsWith('Rejected') ? 'Rejected' : (status as 'Pending') });
    await openReview([row], `/?status=${status}`);
    await ready();
    const [first, second, ...rest] = always;
    expect(headers()).toEqual(['Select all on this page', first, second, ...(extra ? [extra] : []), ...rest]);
  });

  it('sorts and pages on the server, and keeps both in the URL', async () => {
    const { server, router, user } = await openReview(activities(13));
    await ready();
    await user.click(within(screen.getByRole('columnheader', { name: 'Client' })).getByRole('button'));
    await waitFor(() => expect(router.state.location.search).toBe('?sort=Client&order=asc'));
    await ready();
    await user.click(button('Next page'));
    expect(await screen.findByText('11–13 of 13')).toBeVisible();
    await ready('Select Reader 11, Guide 11');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50');
    expect(await screen.findByText('1–13 of 13')).toBeVisible();
    expect(router.state.location.search).toBe('?sort=Client&order=asc&size=50');
    expect(server.listBodies<ReviewSearch>(searchCall).at(-1)).toMatchObject({
      sortCol: 'Client',
      sortOrder: 'asc',
      page: 1,
      size: 50,
    });
  });

  it('keeps the rows per page that a person has chosen, but not for a link to a later page', async () => {
    const first = await openReview(activities(13));
    const sizes = () => first.server.listBodies<ReviewSearch>(searchCall).map(({ size }) => size);
    await ready();
    await first.user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50');
    expect(await screen.findByText('1–13 of 13')).toBeVisible();
    await first.router.navigate('/elsewhere');
    await first.router.navigate('/');
    await ready('Select Reader 13, Guide 13');
    expect(sizes()).toEqual([10, 50]);
    await first.router.navigate('/?page=2');
    expect(await screen.findByText('11–13 of 13')).toBeVisible();
    await first.user.click(button('Previous page'));
    expect(await screen.findByText('1–13 of 13')).toBeVisible();
    await first.user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '10');
    expect(await screen.findByText('1–10 of 13')).toBeVisible();
    expect(first.router.state.location.search).toBe('');
  });

  it('puts the title beside the date, and back', async () => {
    const { user } = await openReview(activities(1));
    await ready();
    const specified = headers();
    await user.click(button('Title beside date'));
    expect(headers().slice(1, 4)).toEqual(['Drop Date', 'Content Title', 'Status']);
    await user.click(button('Title at its place'));
    expect(headers()).toEqual(specified);
  });

  it("keeps the person's own order of columns, also of those that another status shows", async () => {
    const { user, router } = await openReview(
      [activity(1, { status: 'Approved' }), activity(2)],
      '/?status=Approved',
    );
    await ready();
    await user.click(button('Order of columns'));
    await user.click(button('Move Approved Date up'));
    await user.click(button('Move Approved Date up'));
    expect(button('Move Approved Date up')).toHaveFocus();
    expect(screen.getByText('Approved Date is now 1 of 16.')).toBeInTheDocument();
    await user.click(button('Move First Name down'));
    await user.click(button('Close'));
    const approved = ['Approved Date', 'Drop Date', 'Status', 'Last Name', 'First Name'];
    expect(headers().slice(1, 6)).toEqual(approved);
    await router.navigate('/');
    await ready('Select Reader 2, Guide 2');
    expect(headers().slice(1, 5)).toEqual(['Drop Date', 'Status', 'Last Name', 'First Name']);
    await user.click(button('Title beside date'));
    await router.navigate('/?status=Approved');
    await ready();
    expect(headers().slice(1, 4)).toEqual(['Approved Date', 'Drop Date', 'Content Title']);
  });

  it('searches all activities for the text, and selects all that match it', async () => {
    const { server, router, user } = await openReview(activities(23));
    await user.click(await ready('Select Reader 3, Guide 3'));
    await user.type(screen.getByRole('searchbox', { name: 'Search reader, email or document' }), 'guide 1');
    await waitFor(() => expect(router.state.location.search).toBe('?query=guide%201'));
    expect(await screen.findByText('11 activities')).toBeVisible();
    expect(screen.getByText('1 selected, 1 not shown')).toBeVisible();
    await user.click(button('Clear selection'));
    await user.click(box('Select all on this page'));
    await user.click(button('Select all 11 matching activities'));
    await user.click(button('APPROVE'));
    await user.click(await screen.findByRole('button', { name: 'Approve 11' }));
    await waitFor(() => expect(server.review.activities.filter(isApproved)).toHaveLength(11));
  });

  it('selects a row on a click, and the rows up to another one with Shift', async () => {
    const { user } = await openReview(activities(6));
    await ready();
    await user.click(screen.getByText('Guide 2'));
    expect(box('Select Reader 2, Guide 2')).toBeChecked();
    await user.keyboard('{Shift>}');
    await user.click(screen.getByText('Guide 5'));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('4 selected')).toBeVisible();
    await user.click(screen.getByText('Guide 5'));
    expect(screen.getByText('3 selected')).toBeVisible();
    await user.keyboard('j');
    expect(screen.getByRole('row', { current: true })).toHaveTextContent('Guide 6');
  });

  it('goes to the last page if the requested page does not exist', async () => {
    const { router } = await openReview(activities(12), '/?page=9');
    await ready('Select Reader 11, Guide 11');
    expect(router.state.location.search).toBe('?page=2');
  });

  it('shows the current filter and what to change when nothing matches', async () => {
    const { router, user } = await openReview(
      activities(1),
      '/?status=Approved&from=2026-01-01&to=2026-01-05',
    );
    expect(await screen.findByText('No results found')).toBeVisible();
    expect(
      screen.getByText(/^No initial activity with the status Approved from 01\/01\/2026 to 01\/05\/2026/),
    ).toBeVisible();
    await user.click(button('Reset filter'));
    await ready();
    expect(router.state.location.search).toBe('');
  });

  it('offers a retry after an error', async () => {
    const { server, user } = await openReview(activities(1), '/', {
      [searchCall]: { status: 500, message: 'Please try later.' },
    });
    expect(await screen.findByText('Please try later.')).toBeVisible();
    server.failures.clear();
    await user.click(button('Try again'));
    await ready();
  });

  it('keeps the list when a refresh fails, and reports it', async () => {
    const { server, user } = await openReview(activities(1));
    await ready();
    server.failures.set(searchCall, { status: 500, message: 'Please try later.' });
    await user.click(button('Edit filters'));
    await user.click(button('See results'));
    expect(await screen.findByText(/could not be refreshed. Please try later./)).toBeVisible();
    expect(box('Select Reader 1, Guide 1')).toBeVisible();
    server.failures.clear();
    await user.click(button('Try again'));
    await waitFor(() => expect(screen.queryByText(/could not be refreshed/)).not.toBeInTheDocument());
  });

  it('reports that the user is offline', async () => {
    const { server, user } = await openReview(activities(1));
    await ready();
    await server.stop();
    await user.click(button('Edit filters'));
    await user.selectOptions(screen.getByLabelText('Status'), 'Approved');
    await user.click(button('See results'));
    expect(await screen.findByText('You seem to be offline')).toBeVisible();
    expect(button('Try again')).toBeEnabled();
  });

  it('reports denied access without a retry', async () => {
    await openReview([], '/', { [searchCall]: { status: 403, message: 'The claim is missing.' } });
    expect(await screen.findByText('You do not have access to review activities')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });
});

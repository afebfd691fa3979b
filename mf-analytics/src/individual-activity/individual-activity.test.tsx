import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { detail, row } from '../testing/engagements.ts';
import { startFakeApi } from '../testing/fake-api.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import { listState } from '@readerlens/ui/parts';
import { openActivity } from '../testing/open-activity.tsx';
import { closeScreens } from '../testing/open-screen.tsx';
import { signIn } from '../testing/session.ts';

const base = '/api/analytics/search-details/individual-activity';
const others = '/api/analytics/reader-activities/Webinar/1-5';
const report = '/api/activity-report/c1/r1';
const sentReport = {
  schedule: 'Weekly on Monday at 06:00 (UTC)',
  parameters: [{ name: 'Clients', operation: 'is any of', value: 'Aurelis' }],
  disabled: false,
  editable: true,
  editUrl: '/dissemination-contact/7/c1',
};
const ofReport = '/individual-activity/c1/r1/Webinar-1-5';
const ofSearch = '/individual-activity/search/-/Webinar-1-5';
const webinar = detail(5, { activityType: 'Webinar', qualifiedId: 'Webinar-1-5', id: '1-5' });

let fake: FakeApi;
beforeEach(async () => {
  fake = await startFakeApi();
  fake.answers[`${base}/Webinar/1-5`] = { data: webinar };
  fake.answers[others] = { data: [] };
  fake.answers[report] = { data: sentReport };
  signIn();
});
afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const sheet = () => screen.findByRole('article', { name: 'Webinar from Cell Therapy' });
const readFields = (part: HTMLElement) =>
  Object.fromEntries(
    within(part)
      .getAllByRole('term')
      .map((term, index) => [term.textContent, within(part).getAllByRole('definition')[index]?.textContent]),
  );

describe('the page of one activity', () => {
  it('shows its sheet', async () => {
    openActivity(ofReport);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    const page = await sheet();
    expect(screen.getByRole('heading', { level: 1, name: 'Webinar from Cell Therapy' })).toBeVisible();
    expect(within(page).getByText('March 04, 2026')).toBeVisible();
    expect(readFields(within(page).getByRole('region', { name: 'Reader Details' }))).toEqual({
      Name: 'Reader 5',
      'Job title': 'Chemist',
      Company: 'Lab 5',
      Email: 'reader5@lab.example',
      Address: 'Oslo, Norway',
      Phone: '+47 555 0101',
    });
    expect(readFields(within(page).getByRole('region', { name: 'Engagement Details' }))).toEqual({
      'Activity type': 'Webinar',
      'Content title': 'Guide 5https://content.example/d5',
      'Request received from': 'https://content.example',
      "Buyer's journey": 'Early',
      'Quality score': 'Quality 2',
    });
    expect(within(page).getByText('reader5@lab.example')).toHaveAttribute(
      'href',
      'mailto:reader5@lab.example',
    );
    const title = within(page).getByRole('link', { name: 'Guide 5' });
    expect(title).toHaveAttribute('href', 'https://content.example/d5');
    expect(within(page).getByText('Need help?')).toBeVisible();
    expect(within(page).getByRole('link', { name: 'Knowledge Base' })).toHaveAttribute(
      'href',
      'https://example.com/help',
    );
    expect(within(page).queryByText('Specifics')).not.toBeInTheDocument();
  });

  it('leads to the dashboards of the reader and the company, if they are deployed', async () => {
    openActivity(ofReport, undefined, (path) => path.startsWith('/analytics/'));
    const page = await sheet();
    expect(within(page).getByRole('link', { name: 'Reader 5' })).toHaveAttribute(
      'href',
      '/analytics/reader-dashboard/reader5@lab___example?f=Clients:1',
    );
    expect(within(page).getByRole('link', { name: 'Lab 5' })).toHaveAttribute(
      'href',
      `${webinar.readerCompanyUrl}?f=Clients:1`,
    );
  });

  it('shows the other activities of the reader, each with a link to its page', async () => {
    const recent = [row(8), row(9, { docTitle: 'doc-118', portal: 'Gene Weekly' })];
    fake.answers[others] = { status: 503, message: 'The database is busy.' };
    const { user, router } = openActivity(ofSearch, listState('?query=ada'));
    const beside = within(await screen.findByRole('region', { name: 'Recent activities of this reader' }));
    expect(await beside.findByText(/could not be loaded. The database is busy./)).toBeVisible();
    fake.answers[others] = { data: recent };
    await user.click(beside.getByRole('button', { name: 'Try again' }));
    expect(await beside.findByRole('link', { name: 'doc-118' })).toBeVisible();
    expect(beside.getByText('The latest 2 of 12 in the last 6 months')).toBeVisible();
    await user.click(beside.getByRole('link', { name: 'Guide 8' }));
    expect(router.state.location.pathname).toBe('/individual-activity/search/-/Engagement-8');
    expect(router.state.location.state).toEqual(listState('?query=ada'));
  });

  it('says that a reader has no other activities', async () => {
    openActivity(ofReport);
    expect(await screen.findByText('No other activities.')).toBeVisible();
  });

  it('treats an id without a type as a customer request, and says if it has no notes', async () => {
    const request = detail(7, { activityType: 'CustomerRequest', qualifiedId: 'CustomerRequest-1-7' });
    fake.answers[`${base}/CustomerRequest/1-7`] = { data: request };
    fake.answers['/api/analytics/reader-activities/CustomerRequest/7'] = { data: [] };
    openActivity('/individual-activity/c1/r1/1-7');
    expect(await screen.findByRole('heading', { level: 1, name: /^Customer Request from/ })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Specifics' })).toBeVisible();
    expect(
      screen.getByText('This customer did not enter any notes when they filled out the form'),
    ).toBeVisible();
  });

  it('leaves out an incomplete name and a link that is not a web address', async () => {
    const odd = { ...webinar, lastName: null, fullName: 'Reader', portalUrl: 'javascript:alert(1)' };
    fake.answers[`${base}/Webinar/1-5`] = { data: odd };
    openActivity(ofReport);
    const page = await sheet();
    expect(within(page).queryByText('Name')).not.toBeInTheDocument();
    expect(within(page).queryByText('Request received from')).not.toBeInTheDocument();
    expect(within(page).queryByRole('link', { name: /javascript/ })).not.toBeInTheDocument();
  });

  it('has no link back to the reports while they are not deployed', async () => {
    openActivity(ofReport);
    await sheet();
    expect(screen.queryByText('BACK TO ACTIVITY REPORTS')).not.toBeInTheDocument();
  });

  it('links back to the reports and shows the parameters of its report', async () => {
    const reports = '/dissemination-contact/dashboard';
    const offered = [reports, sentReport.editUrl];
    const { user } = openActivity(ofReport, undefined, (path) => offered.includes(path));
    await sheet();
    expect(screen.getByRole('link', { name: 'BACK TO ACTIVITY REPORTS' })).toHaveAttribute('href', reports);
    await user.click(screen.getByRole('button', { name: 'Report Parameters' }));
    const dialog = await screen.findByRole('dialog', { name: 'Activity Report Parameters' });
    expect(within(dialog).getByText(sentReport.schedule)).toBeVisible();
    expect(within(dialog).getByRole('cell', { name: 'Aurelis' })).toBeVisible();
    expect(within(dialog).getByRole('link', { name: 'Edit Configuration' })).toHaveAttribute(
      'href',
      sentReport.editUrl,
    );
  });

  it('is not shown by a report that has not sent it', async () => {
    fake.answers[report] = { status: 404, message: 'There is no such activity report.' };
    openActivity(ofReport);
    expect(await screen.findByText('Activity not found')).toBeVisible();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });

  it('prints a long note in full and shows its beginning on screen', async () => {
    const note = 'word '.repeat(90).trim();
    fake.answers[`${base}/Webinar/1-5`] = { data: { ...webinar, specifics: note } };
    const { user } = openActivity(ofReport);
    const page = await sheet();
    expect(within(page).getByText(/ word…$/)).toBeVisible();
    expect(within(page).getByText(note)).not.toBeVisible();
    await user.click(within(page).getByRole('button', { name: 'Show all' }));
    expect(await screen.findByRole('dialog', { name: 'Specifics: full text' })).toHaveTextContent(note);
  });

  it('links back to the search, without report parameters, when opened from there', async () => {
    openActivity(ofSearch);
    await sheet();
    expect(screen.getByRole('link', { name: 'BACK TO ENGAGEMENTS SEARCH' })).toHaveAttribute(
      'href',
      '/analytics/search',
    );
    expect(screen.queryByRole('button', { name: 'Report Parameters' })).not.toBeInTheDocument();
  });

  it('links back to the list as the user left it', async () => {
    openActivity(ofSearch, listState('?f=Clients:c1&sort=company&page=3'));
    await sheet();
    expect(screen.getByRole('link', { name: 'BACK TO ENGAGEMENTS SEARCH' })).toHaveAttribute(
      'href',
      '/analytics/search?f=Clients:c1&sort=company&page=3',
    );
  });

  it('links back to the notification that it was opened from', async () => {
    openActivity(ofSearch, { notification: '/notifications/dashboard/a1/r1' });
    await sheet();
    expect(screen.getByRole('link', { name: 'BACK TO RESULT' })).toHaveAttribute(
      'href',
      '/notifications/dashboard/a1/r1',
    );
  });

  it.each([
    ['Download PDF', '/api/analytics/export-pdf', 'Activity Report.pdf'],
    ['Download Excel', '/api/analytics/export-selection', 'Activity Report.xlsx'],
  ])('%s saves the report under its name', async (label, path, name) => {
    fake.answers[path] = { file: 'activities_20260304_1506.bin' };
    const saved: string[] = [];
    const objectUrls = { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} };
    Object.assign(URL, objectUrls);
    const save = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const { user } = openActivity(ofReport);
    await sheet();
    await user.click(screen.getByRole('button', { name: label }));
    await waitFor(() => expect(saved).toEqual([name]));
    save.mockRestore();
    expect(fake.calls.at(-1)).toMatchObject({
      path,
      body: { itemIds: ['Webinar-1-5'], blindReaderAndCompany: false },
    });
  });

  it('says why a report could not be saved', async () => {
    fake.answers['/api/analytics/export-pdf'] = { status: 503, message: 'Please try later.' };
    const { user } = openActivity(ofReport);
    await sheet();
    await user.click(screen.getByRole('button', { name: 'Download PDF' }));
    expect(await screen.findByText('Please try later.')).toBeVisible();
  });

  it('makes one report for two clicks and keeps the focus', async () => {
    const path = '/api/analytics/export-pdf';
    fake.answers[path] = { file: 'never.pdf', after: new Promise(() => {}) };
    const { user } = openActivity(ofReport);
    await sheet();
    const button = screen.getByRole('button', { name: 'Download PDF' });
    act(() => {
      fireEvent.click(button);
      fireEvent.click(button);
    });
    await user.click(button);
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveFocus();
    await waitFor(() => expect(fake.paths()).toContain('analytics/export-pdf'));
    expect(fake.calls.filter((call) => call.path === path)).toHaveLength(1);
  });

  it.each([
    ['Client', 0],
    ['Premium', 0],
    ['Internal', 1],
    ['Admin', 1],
  ] as const)('lets a %s share it: %d', async (role, buttons) => {
    signIn({ role });
    act(() => sessionStore.setState({ claims: { sub: 'u1', role, exp: 4_000_000_000 } as never }));
    openActivity(ofReport);
    await sheet();
    expect(screen.queryAllByRole('button', { name: 'Share by email' })).toHaveLength(buttons);
  });

  it('hides what the reader wrote in Blinded Mode and asks for pseudonyms', async () => {
    act(() => sessionStore.setState({ blinded: true }));
    fake.answers[`${base}/Webinar/1-5`] = { data: { ...webinar, hasSpecifics: true } };
    openActivity(ofReport);
    const page = await sheet();
    const specifics = within(page).getByRole('region', { name: 'Specifics' });
    expect(specifics).toHaveTextContent('Specifics are hidden in Blinded Mode');
    expect(within(page).queryByRole('link', { name: /@/ })).toHaveTextContent('support@example.com');
    expect(fake.calls[0]?.headers['x-readerlens-blinded']).toBe('true');
  });

  it('does not mention hidden specifics when there are none', async () => {
    act(() => sessionStore.setState({ blinded: true }));
    openActivity(ofReport);
    expect(within(await sheet()).queryByText('Specifics')).not.toBeInTheDocument();
  });

  it.each([
    [404, 'Activity not found'],
    [400, 'Activity not found'],
    [403, 'You do not have access to this activity'],
  ])('reports status %d without a retry', async (status, title) => {
    fake.answers[`${base}/Webinar/1-5`] = { status, message: 'No.' };
    openActivity(ofReport);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Download PDF' })).not.toBeInTheDocument();
  });

  it('offers a retry after an error', async () => {
    fake.answers[`${base}/Webinar/1-5`] = { status: 500, message: 'Please try later.' };
    const { user } = openActivity(ofReport);
    expect(await screen.findByText('Please try later.')).toBeVisible();
    fake.answers[`${base}/Webinar/1-5`] = { data: webinar };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await sheet()).toBeVisible();
  });
});

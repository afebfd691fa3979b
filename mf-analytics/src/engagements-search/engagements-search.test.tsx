import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import { detail, row, rows } from '../testing/engagements.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import {
  box,
  button,
  closeSearch,
  openSearch,
  ready,
  searchPath,
  startSearchServer,
} from '../testing/open-search.tsx';
import { signIn } from '../testing/session.ts';

const acme = { id: 'c1', name: 'Acme', onlines: [] };

beforeEach(() => signIn({ companies: [acme] }));
afterEach(closeSearch);

const searches = (fake: FakeApi) => fake.calls.filter(({ path }) => path === searchPath);
const lastBody = (fake: FakeApi) => searches(fake).at(-1)?.body;
const head = (name: string) => within(screen.getByRole('columnheader', { name })).getByRole('button');
const searchBox = () => screen.getByRole('searchbox', { name: 'Search reader, company or document' });

describe('the list', () => {
  it('shows the first 50 activities, newest first, with what they are of', async () => {
    const fake = await startSearchServer(rows(120));
    openSearch();
    expect(screen.getByRole('heading', { level: 1, name: 'Engagements Search' })).toBeVisible();
    await ready();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Select all on this page',
      'Date',
      'Type',
      'Quality',
      'Reader Name',
      'Reader Company',
      'Community',
      'Document',
      'Sequence',
      'Specifics',
      'Details',
    ]);
    expect(screen.getAllByRole('cell', { name: '03/04/2026' })).toHaveLength(50);
    expect(lastBody(fake)).toMatchObject({ page: 1, size: 50, sort: { field: 'date', order: 'desc' } });
    expect(lastBody(fake)).not.toHaveProperty('query');
    expect(await screen.findByText(/· 7 unique readers · 3 documents/)).toHaveTextContent(/^120 activities/);
    const link = screen.getByRole('link', { name: 'Guide 1 opens in a new tab' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  it('sorts and pages on the server, and keeps both in the address', async () => {
    const fake = await startSearchServer(rows(120));
    const { router, user } = openSearch();
    await ready();
    await user.click(head('Reader Company'));
    await waitFor(() => expect(lastBody(fake)).toMatchObject({ sort: { field: 'company', order: 'asc' } }));
    await ready();
    await user.click(button('Next page'));
    await ready('Select Reader 51, Guide 51');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '100');
    await ready('Select Reader 100, Guide 100');
    expect(router.state.location.search).toBe('?f=Clients:c1&sort=company&order=asc&size=100');
    expect(lastBody(fake)).toMatchObject({ page: 1, size: 100 });
  });

  it('goes to the last page when its page is gone', async () => {
    await startSearchServer(rows(60));
    const { router } = openSearch({ address: '/analytics/search?f=Clients:c1&page=9' });
    await ready('Select Reader 51, Guide 51');
    expect(router.state.location.search).toContain('page=2');
  });

  it('keeps what is selected over pages and orders, and forgets it with another search', async () => {
    await startSearchServer(rows(60));
    const { user } = openSearch();
    await user.click(await ready());
    await user.click(button('Next page'));
    await user.click(await ready('Select Reader 51, Guide 51'));
    expect(screen.getByText(/2 selected/)).toBeVisible();
    await user.click(button('Previous page'));
    expect(await ready()).toBeChecked();
    await user.click(head('Date'));
    expect(screen.getByText(/2 selected/)).toBeVisible();
    await user.type(searchBox(), 'guide{Enter}');
    await waitFor(() => expect(screen.queryByText(/selected/)).not.toBeInTheDocument());
  });

  it('narrows to the documents of a link, and shows all of them again on demand', async () => {
    const fake = await startSearchServer(rows(3));
    const { user, router } = openSearch({ address: '/analytics/search?f=Clients:c1&documents=12' });
    await ready();
    expect(lastBody(fake)).toMatchObject({ documentIds: ['12'] });
    expect(screen.getByText('Document: Guide 1')).toBeVisible();
    const stats = () => fake.calls.findLast(({ path }) => path.endsWith('/stats'))?.body;
    await waitFor(() => expect(stats()).toMatchObject({ documentIds: ['12'] }));
    await user.click(button('Show all documents'));
    await waitFor(() => expect(lastBody(fake)).not.toHaveProperty('documentIds'));
    expect(router.state.location.search).toBe('?f=Clients:c1');
  });

  it('shows the filters in words', async () => {
    await startSearchServer(rows(1));
    openSearch({
      address: '/analytics/search?f=types:Webinar;Clients:c1;DateRange:2026-01-01,2026-02-28;Quality:1',
    });
    await ready();
    expect(screen.getByText(/Jan 1 – Feb 28, 2026/)).toBeVisible();
    expect(screen.getByText('Acme')).toBeVisible();
    const words = within(screen.getByRole('list', { name: 'Applied filters' })).getAllByRole('listitem');
    expect(words.map(({ textContent }) => textContent)).toEqual(['Activity Type: Webinar', 'Quality: 1']);
  });
});

describe('who may search for what', () => {
  it('asks a client user for a client first', async () => {
    const fake = await startSearchServer(rows(1));
    openSearch({ address: '/analytics/search?f=Quality:1' });
    const panel = await screen.findByRole('dialog', { name: 'Dashboard Filters' });
    expect(panel).toBeVisible();
    expect(searches(fake)).toEqual([]);
    expect(screen.getByText('Choose a client')).toBeInTheDocument();
  });

  it('lets staff look at all clients', async () => {
    signIn({ role: 'Internal' });
    const fake = await startSearchServer(rows(1));
    openSearch({ address: '/analytics/search' });
    await ready();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(lastBody(fake)?.filters.map(({ field }) => field)).toEqual(['DateRange']);
    expect(fake.paths()).not.toContain('client-dashboard/stats');
  });

  it('says to whoever may not see them that they may not, without another try', async () => {
    const fake = await startSearchServer([]);
    fake.answers[searchPath] = { status: 403, message: 'Not yours.' };
    openSearch();
    expect(await screen.findByText('You may not see these engagements')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });
});

describe('the search box', () => {
  it('narrows what is loaded at once, and asks the server on Enter', async () => {
    const fake = await startSearchServer([...rows(20), row(21, { fullName: 'Ada Byron' })]);
    const { user, router } = openSearch();
    await ready();
    await user.type(searchBox(), 'byr');
    expect(screen.getAllByRole('row')).toHaveLength(2);
    expect(screen.getByText('1 of the 21 activities on this page match.')).toBeVisible();
    expect(searches(fake)).toHaveLength(1);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(lastBody(fake)).toMatchObject({ query: 'byr', page: 1 }));
    expect(router.state.location.search).toContain('query=byr');
    // What the server found is shown as it is: it looks further than the page does.
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(22));
    await user.click(button('Clear search'));
    await waitFor(() => expect(router.state.location.search).toBe('?f=Clients:c1'));
    expect(searchBox()).toHaveValue('');
  });

  it('says when nothing matches, with a way back', async () => {
    const fake = await startSearchServer([]);
    const { user, router } = openSearch({ address: '/analytics/search?f=Clients:c1&query=nothing' });
    expect(await screen.findByText('No results found')).toBeVisible();
    expect(searchBox()).toHaveValue('nothing');
    fake.answers[searchPath] = {
      data: { items: rows(1), total: 1, page: 1, pageSize: 50 },
    };
    await user.click(screen.getAllByRole('button', { name: 'Clear search' })[1] as HTMLElement);
    await ready();
    expect(router.state.location.search).toBe('?f=Clients:c1');
  });

  it('shows what was asked for last, whichever answer comes last', async () => {
    const fake = await startSearchServer(rows(1));
    const { user } = openSearch();
    await ready();
    let release = () => {};
    const after = new Promise<void>((resolve) => {
      release = resolve;
    });
    const found = (number: number) => ({ items: [row(number)], total: 1, page: 1, pageSize: 50 });
    fake.answers[searchPath] = { data: found(7), after };
    await user.type(searchBox(), 'slow{Enter}');
    await waitFor(() => expect(lastBody(fake)?.query).toBe('slow'));
    fake.answers[searchPath] = { data: found(8) };
    await user.clear(searchBox());
    await user.type(searchBox(), 'quick{Enter}');
    await ready('Select Reader 8, Guide 8');
    release();
    await waitFor(() => expect(searches(fake).at(-2)?.aborted).toBe(true));
    expect(box('Select Reader 8, Guide 8')).toBeInTheDocument();
    expect(screen.queryByText('Guide 7')).not.toBeInTheDocument();
  });
});

it('offers another try after an error', async () => {
  const fake = await startSearchServer(rows(1));
  const answer = fake.answers[searchPath] ?? {};
  fake.answers[searchPath] = { status: 500, message: 'Please try later.' };
  const { user } = openSearch();
  expect(await screen.findByText('Please try later.')).toBeVisible();
  fake.answers[searchPath] = answer;
  await user.click(button('Try again'));
  await ready();
});

describe('links', () => {
  const offers = (path: string) => path.startsWith('/analytics/reader-');

  it('lead to readers and companies where those pages are', async () => {
    await startSearchServer(rows(1));
    openSearch({ offers });
    await ready();
    expect(screen.getByRole('link', { name: 'Reader 1' })).toHaveAttribute(
      'href',
      '/analytics/reader-dashboard/reader1@lab___example',
    );
    expect(screen.getByRole('link', { name: 'Lab 1' })).toHaveAttribute(
      'href',
      '/analytics/reader-co-dashboard/Lab%201/1/Lab%201',
    );
  });

  it('are plain names where those pages are not', async () => {
    await startSearchServer(rows(1));
    openSearch();
    await ready();
    expect(screen.getByText('Reader 1')).toBeVisible();
    expect(screen.getAllByRole('link')).toEqual([
      screen.getByRole('link', { name: 'Guide 1 opens in a new tab' }),
    ]);
  });

  it('lead to the id of a reader in Blinded Mode, and rows are asked for anew', async () => {
    const fake = await startSearchServer(rows(1));
    openSearch({ offers });
    await ready();
    const blind = row(1, { fullName: 'Reader 4711', emailUrl: null, company: 'Company 12' });
    fake.answers[searchPath] = { data: { items: [blind], total: 1, page: 1, pageSize: 50 } };
    act(() => sessionStore.setState({ blinded: true }));
    expect(await screen.findByRole('link', { name: 'Reader 4711' })).toHaveAttribute(
      'href',
      '/analytics/reader-dashboard/r1',
    );
    expect(searches(fake).at(-1)?.headers['x-readerlens-blinded']).toBe('true');
    expect(document.body.textContent).not.toContain('Lab 1');
  });

  it('offer the specifics of whoever left any in Blinded Mode, and only say that they are hidden', async () => {
    act(() => sessionStore.setState({ blinded: true }));
    const blinded = [
      row(1, { hasSpecifics: true, activityType: 'Webinar' }),
      row(2, { activityType: 'Webinar' }),
    ];
    await startSearchServer(blinded);
    const { user } = openSearch();
    await ready();
    const buttons = screen.getAllByRole('button', { name: /^Specifics of / });
    expect(buttons).toHaveLength(1);
    await user.click(buttons[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Specifics' });
    expect(dialog).toHaveTextContent('Specifics are hidden in Blinded Mode');
  });
});

describe('details', () => {
  const open = async (change = {}) => {
    const fake = await startSearchServer(rows(2));
    fake.answers['/api/analytics/search-details/Engagement/1'] = { data: detail(1, change) };
    const view = openSearch();
    await ready();
    await view.user.click(button('Details of Reader 1, Guide 1'));
    return { fake, ...view };
  };
  const panel = () => screen.findByRole('region', { name: 'Details of Reader 1, Guide 1' });

  it('show everything about one activity below it, and close again', async () => {
    const { user } = await open();
    const region = await panel();
    expect(button('Details of Reader 1, Guide 1')).toHaveAttribute('aria-expanded', 'true');
    expect(await within(region).findByText('reader1@lab.example')).toBeVisible();
    for (const text of [
      '+47 555 0101',
      'Oslo, Norway',
      'Article',
      'Acme',
      'Early',
      'Quality 2',
      '2025-05-06',
    ])
      expect(within(region).getByText(text)).toBeVisible();
    expect(within(region).getByText('12 other activities of this reader')).toBeVisible();
    expect(within(region).getByText('1 other reader of this company')).toBeVisible();
    expect(within(region).getByRole('link', { name: 'Profile' })).toHaveAttribute(
      'href',
      'https://www.linkedin.com/in/reader1',
    );
    await user.click(button('Details of Reader 1, Guide 1'));
    expect(region).not.toBeInTheDocument();
  });

  it('show consent and specifics as they are', async () => {
    await open({ consentToPrivacyDate: 'NO CONSENT', specifics: 'Call me.' });
    const region = await panel();
    expect(await within(region).findByText('NO CONSENT')).toBeVisible();
    expect(within(region).getByText('Call me.')).toBeVisible();
  });

  it('say when they cannot be had, with another try', async () => {
    const fake = await startSearchServer(rows(1));
    const path = '/api/analytics/search-details/Engagement/1';
    fake.answers[path] = { status: 500, message: 'Busy.' };
    const { user } = openSearch();
    await ready();
    await user.click(button('Details of Reader 1, Guide 1'));
    const region = await panel();
    expect(await within(region).findByText('The details could not be loaded. Busy.')).toBeVisible();
    fake.answers[path] = { data: detail(1) };
    await user.click(within(region).getByRole('button', { name: 'Try again' }));
    expect(await within(region).findByText('Oslo, Norway')).toBeVisible();
  });
});

it('shows the specifics of an activity in a dialog', async () => {
  const asked = {
    hasSpecifics: true,
    specificsModel: {
      questions: [{ question: 'Does it scale?', answer: 'Yes', answeredBy: null }],
      polls: [],
      surveys: [],
      registrationQuestions: [],
    },
  };
  await startSearchServer([row(1, asked), row(2), row(3, { activityType: 'CustomerRequest' })]);
  const { user } = openSearch();
  await ready();
  expect(screen.queryByRole('button', { name: 'Specifics of Reader 2, Guide 2' })).not.toBeInTheDocument();
  await user.click(button('Specifics of Reader 1, Guide 1'));
  const dialog = await screen.findByRole('dialog', { name: 'Specifics' });
  expect(within(dialog).getByText('Does it scale?')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(button('Specifics of Reader 1, Guide 1')).toHaveFocus();
  await user.click(button('Specifics of Reader 3, Guide 3'));
  expect(
    await screen.findByText('This customer did not enter any notes when they filled out the form'),
  ).toBeVisible();
});

import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import { detail, row, rows } from '../../testing/engagements.ts';
import {
  button,
  closeSearch,
  openSearch,
  ready,
  searchPath,
  startSearchServer,
} from '../../testing/open-search.tsx';
import { acme, signIn } from '../../testing/session.ts';

beforeEach(() => signIn({ companies: [acme] }));
afterEach(closeSearch);

describe('links', () => {
  const offers = (path: string) => path.startsWith('/analytics/reader-');

  it('lead to readers and companies if those pages are deployed', async () => {
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

  it('are plain text if those pages are not deployed', async () => {
    await startSearchServer(rows(1));
    openSearch();
    await ready();
    expect(screen.getByText('Reader 1')).toBeVisible();
    expect(screen.getAllByRole('link')).toEqual([
      screen.getByRole('link', { name: /^Guide 1 ?opens in a new tab$/ }),
    ]);
  });

  it("use the reader's id in Blinded Mode, and rows are reloaded", async () => {
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
    expect(fake.calls.findLast(({ path }) => path === searchPath)?.headers['x-readerlens-blinded']).toBe(
      'true',
    );
    expect(document.body.textContent).not.toContain('Lab 1');
  });

  it('offer existing specifics in Blinded Mode, but only say that they are hidden', async () => {
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

  it('show all details of one activity below it, and collapse again', async () => {
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
    expect(within(region).getByText('1 other reader of this organization')).toBeVisible();
    expect(within(region).getByRole('link', { name: 'Profile' })).toHaveAttribute(
      'href',
      'https://www.linkedin.com/in/reader1',
    );
    await user.click(button('Details of Reader 1, Guide 1'));
    expect(region).not.toBeInTheDocument();
  });

  it('show consent and specifics unchanged', async () => {
    await open({ consentToPrivacyDate: 'NO CONSENT', specifics: 'Call me.' });
    const region = await panel();
    expect(await within(region).findByText('NO CONSENT')).toBeVisible();
    expect(within(region).getByText('Call me.')).toBeVisible();
  });

  it('report when they fail to load, with a retry', async () => {
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

it('shows its details on a click anywhere but on its controls', async () => {
  await startSearchServer(rows(2));
  const { user } = openSearch();
  await user.click(await ready());
  const details = button('Details of Reader 1, Guide 1');
  expect(details).toHaveAttribute('aria-expanded', 'false');
  // The details contain the same text, once they are loaded.
  const cell = screen.getByText('Lab 1');
  await user.click(cell);
  expect(details).toHaveAttribute('aria-expanded', 'true');
  await user.click(cell);
  expect(details).toHaveAttribute('aria-expanded', 'false');
});

it('keeps the column with the details when others are hidden', async () => {
  await startSearchServer(rows(1));
  const { user } = openSearch();
  await ready();
  await user.click(button('Layout'));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Community' }));
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Details' })).not.toBeInTheDocument();
  expect(screen.queryByRole('columnheader', { name: 'Community' })).not.toBeInTheDocument();
  expect(screen.getByRole('columnheader', { name: 'Details' })).toBeInTheDocument();
  localStorage.clear();
});

import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { startFakeApi } from '../../testing/fake-api.ts';
import type { FakeApi } from '../../testing/fake-api.ts';
import { closeScreens, openScreen } from '../../testing/open-screen.tsx';
import { acme, signIn } from '../../testing/session.ts';
import { NetNewScreen } from './net-new.screen.tsx';

const path = '/performance/net-new-readers-orgs';
const calls = '/api/marketing-performance/newness';
const filters = '?f=Clients:c1;DateRange:2026-01-01,2026-02-28';

let fake: FakeApi;
beforeEach(async () => {
  fake = await startFakeApi();
  Object.assign(fake.answers, {
    [calls]: {
      data: {
        readers: { netNew: 30, reactivated: 5, returning: 65 },
        organizations: { netNew: 3, reactivated: 1, returning: 3 },
        readersOfNewOrganizations: 6,
        historyFrom: '2025-06-01',
        isHistoryShort: true,
      },
    },
    [`${calls}/by-month`]: {
      data: [
        { key: '2026-01', value: { netNew: 20, reactivated: 2, returning: 40 } },
        { key: '2026-02', value: { netNew: 10, reactivated: 3, returning: 45 } },
      ],
    },
    [`${calls}/by-source`]: { data: [{ name: 'organic', value: 35 }] },
    [`${calls}/cohorts`]: {
      data: {
        cohorts: [
          { key: '2026-01', size: 22, active: [6, null, null, null, null, null] },
          { key: '2026-02', size: 7, active: [2, null, null, null, null, null] },
        ],
        mean: [{ active: 8, of: 29 }, null, null, null, null, null],
      },
    },
    [`${calls}/rows`]: {
      data: [
        {
          id: '7',
          name: 'Ada',
          path: '/analytics/reader-dashboard/7',
          organization: null,
          kind: 'reactivated',
          firstOn: '2026-01-04',
          previousOn: '2024-01-02',
          engagements: 3,
        },
      ],
      top: { total: 35, page: 1, pageSize: 10 },
    },
  });
  signIn({ companies: [acme] });
});
afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const open = (more = '') =>
  openScreen(NetNewScreen, { address: `${path}${filters}${more}`, path, offers: () => true });
const lastRows = () => fake.calls.findLast((call) => call.path === `${calls}/rows`)?.body;

it('shows no rate of fewer than ten cases, in the tiles and in the grid', async () => {
  open('&subject=organizations');
  expect(await screen.findByText('n = 7: too few for a rate')).toBeVisible();
  expect(screen.getByText('n = 4: too few for a rate')).toBeVisible();
  expect(await screen.findByText('2 of 7')).toBeVisible();
  expect(screen.getByText('27.3%')).toBeVisible();
  expect(screen.queryByText('28.6%')).not.toBeInTheDocument();
});

it('shows rates with their cases and interval', async () => {
  open();
  expect(await screen.findByRole('link', { name: 'New among active readers: 35.0%' })).toBeVisible();
  expect(screen.getByText('35 of 100 (95%: 26.4–44.7%)')).toBeVisible();
});

it('opens the rows behind a number, and keeps them in the URL', async () => {
  const { user, router } = open();
  await user.click(await screen.findByRole('link', { name: 'Reactivated readers: 5' }));
  expect(router.state.location.search).toContain('kind=reactivated');
  await screen.findByRole('table', { name: 'Reactivated readers' });
  await waitFor(() =>
    expect(lastRows()).toMatchObject({
      kinds: ['reactivated'],
      subject: 'readers',
      lookback: '365',
      page: 1,
    }),
  );
  await waitFor(() => expect(screen.getByRole('region', { name: 'Readers' })).toHaveFocus());
  await user.selectOptions(screen.getByRole('combobox', { name: 'Look back' }), 'ever');
  expect(router.state.location.search).toContain('lookback=ever');
});

it('opens the new ones of the months that a rate divides by', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('link', { name: /^Active again within 30 days: / }));
  await waitFor(() =>
    expect(lastRows()).toMatchObject({ kinds: ['netNew', 'reactivated'], isFullMonth: true, page: 1 }),
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'returning');
  await waitFor(() => expect(lastRows()).toMatchObject({ kinds: ['returning'] }));
  expect(lastRows()).not.toHaveProperty('isFullMonth');
});

it('limits the rows to a month, and shows the whole period again', async () => {
  const { user } = open('&month=2026-02&kind=new');
  expect(await screen.findByText('35 readers in Feb 2026')).toBeVisible();
  await waitFor(() => expect(lastRows()).toMatchObject({ month: '2026-02' }));
  await user.click(screen.getByRole('button', { name: 'Whole period' }));
  expect(await screen.findByText('35 readers')).toBeVisible();
  await waitFor(() => expect(lastRows()).not.toHaveProperty('month'));
});

it('says how a number is counted, and that the history is short', async () => {
  const { user } = open();
  expect(await screen.findByText(/^History reaches back to 06\/01\/2025\./)).toBeVisible();
  const help = screen.getByRole('button', { name: 'How is this counted? Net new readers' });
  await user.click(help);
  expect(within(await screen.findByRole('note')).getByText(/more than 365 days before/)).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
  expect(help).toHaveFocus();
});

it('says what has changed, and opens the rows of each part in the period that has them', async () => {
  fake.answers['/api/marketing-performance/changes'] = {
    data: {
      current: 35,
      previous: 28,
      gained: 20,
      lost: 13,
      parts: [
        { id: 'organic', name: 'Organic', current: 34, previous: 15 },
        { id: 'webinar', name: 'Webinar', current: 0, previous: 13 },
      ],
    },
  };
  const { user } = open();
  const changes = within(await screen.findByRole('region', { name: 'What Changed' }));
  expect(
    await changes.findByText('35 new readers, 7 more than in Nov 1 – Dec 31, 2025 (+25%).'),
  ).toBeVisible();
  const [organic, webinar] = changes.getAllByRole('listitem');
  expect(organic).toHaveTextContent('Organic: 19 more, from 15 to 34 (95.0% of all gains)');
  expect(webinar).toHaveTextContent('Webinar: 13 fewer, from 13 to 0 (100.0% of all losses)');
  expect(changes.getByRole('link', { name: 'Organic: 34 new readers' })).toHaveAttribute(
    'href',
    expect.stringMatching(/DateRange:2026-01-01,2026-02-28.*source=organic/),
  );
  expect(changes.getByRole('link', { name: 'Webinar: 13 new readers' })).toHaveAttribute(
    'href',
    expect.stringMatching(/DateRange:2025-11-01,2025-12-31.*source=webinar/),
  );
  await user.click(screen.getByRole('switch', { name: 'Compare with previous period' }));
  await user.click(await screen.findByRole('radio', { name: 'Same dates last year' }));
  await waitFor(() =>
    expect(fake.calls.findLast((one) => one.path.endsWith('/changes'))?.body).toMatchObject({
      measure: 'newReadersBySource',
      comparedWith: 'lastYear',
    }),
  );
  expect(await screen.findByText('Compared with Jan 1 – Feb 28, 2025')).toBeVisible();
});

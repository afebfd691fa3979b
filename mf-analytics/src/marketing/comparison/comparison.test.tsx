import '@testing-library/jest-dom';
import { testUser } from '@readerlens/auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { startFakeApi } from '../../testing/fake-api.ts';
import type { FakeApi } from '../../testing/fake-api.ts';
import { closeScreens, openScreen } from '../../testing/open-screen.tsx';
import { acme, signIn } from '../../testing/session.ts';
import { ComparisonScreen } from './comparison.screen.tsx';

const path = '/performance/comparative-content-tactics';
const calls = '/api/marketing-performance/comparison';
const filters = '?f=Clients:c1;DateRange:2026-01-01,2026-02-28';

const none = { deals: 0, cents: 0, influencedDeals: 0, influencedCents: 0 };

let fake: FakeApi;
beforeEach(async () => {
  fake = await startFakeApi();
  const weeks = [
    { week: 0, engagements: 40, documents: 20 },
    { week: 1, engagements: 9, documents: 9 },
  ];
  Object.assign(fake.answers, {
    [calls]: {
      data: {
        baseline: {
          documents: 4,
          engagements: 60,
          readers: 30,
          organizations: 6,
          rated: 8,
          highQuality: 4,
          lateStage: 15,
          newReaders: 9,
          influencedDeals: 4,
          currencies: [
            {
              currency: 'EUR',
              open: { ...none, deals: 20, influencedDeals: 4, influencedCents: 100_000 },
              won: none,
            },
          ],
        },
        comparison: {
          documents: 20,
          engagements: 90,
          readers: 45,
          organizations: 0,
          rated: 40,
          highQuality: 10,
          lateStage: 45,
          newReaders: 27,
          influencedDeals: 0,
          currencies: [{ currency: 'EUR', open: { ...none, deals: 20 }, won: none }],
        },
        organizations: { baseline: 4, both: 2, comparison: 7 },
        uploadedDeals: 30,
      },
    },
    [`${calls}/trend`]: { data: { baseline: weeks, comparison: weeks } },
    [`${calls}/organizations`]: {
      data: [
        {
          id: '5',
          name: 'Globex',
          path: '/analytics/reader-co-dashboard/globex/5',
          baselineEngagements: 3,
          comparisonEngagements: 0,
        },
      ],
      top: { total: 2, page: 1, pageSize: 10 },
    },
    '/api/filter-lookups/document-types': {
      data: [
        { id: '3', name: 'Article' },
        { id: '7', name: 'White paper' },
      ],
    },
  });
  signIn({ companies: [acme] });
});
afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const open = (more = '') =>
  openScreen(ComparisonScreen, { address: `${path}${filters}${more}`, path, offers: () => true });
const lastBody = (call = '') => fake.calls.findLast((one) => one.path === `${calls}${call}`)?.body;
const findRow = async (name: RegExp) => within(await screen.findByRole('row', { name }));

it('compares webinars with organic reading at first', async () => {
  open();
  const documents = await findRow(/^Documents /);
  expect(lastBody()).toMatchObject({
    baseline: { kind: 'tactic', ids: ['webinar'] },
    comparison: { kind: 'tactic', ids: ['organic'] },
  });
  expect(documents.getByRole('cell', { name: '+16' })).toBeVisible();
  const engagements = await findRow(/^Engagements (?!per)/);
  expect(engagements.getByRole('cell', { name: '+50%' })).toBeVisible();
  expect(engagements.getByRole('link', { name: 'Engagements, baseline: 60' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/analytics\/search\?.*types:Webinar/),
  );
  expect(engagements.getByRole('link', { name: 'Engagements, comparison: 90' })).toHaveAttribute(
    'href',
    expect.stringMatching(/MediaSource:Non-newsletter/),
  );
  const organizations = await findRow(/^Organizations /);
  expect(organizations.getByRole('cell', { name: '0' }).querySelector('a')).toBeNull();
});

it('shows rates with their cases, and no rate of fewer than ten', async () => {
  open();
  const late = await findRow(/^Late-stage/);
  expect(late.getByRole('cell', { name: '+25.0 points' })).toBeVisible();
  expect(late.getByText('15 of 60 (95%: 15.8–37.2%)')).toBeVisible();
  const quality = await findRow(/^High-quality/);
  expect(quality.getByText('n = 8: too few for a rate')).toBeVisible();
  expect(quality.getAllByRole('cell', { name: '–' })).toHaveLength(2);
  const perDocument = await findRow(/^Engagements per document/);
  expect(perDocument.getByText('n = 4: too few for a rate')).toBeVisible();
  expect(perDocument.getByText('4.5')).toBeVisible();
});

it('opens the deals that a side influenced', async () => {
  open();
  const deals = await findRow(/^Influenced deals/);
  expect(deals.getByRole('link', { name: 'Influenced deals, baseline: 4' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/performance\/pipeline-impact\?.*types:Webinar.*influence=influenced#deals$/),
  );
  const openAmount = await findRow(/^Influenced open amount, EUR/);
  expect(openAmount.getByText('in 4 of 20 deals')).toBeVisible();
  expect(openAmount.getByRole('cell', { name: '−1,000 EUR' })).toBeVisible();
  expect(openAmount.getByRole('link')).toHaveAttribute(
    'href',
    expect.stringMatching(/outcome=open&money=EUR#deals$/),
  );
  expect(screen.queryByRole('row', { name: /^Influenced won amount/ })).not.toBeInTheDocument();
});

it('says what is missing without any opportunity', async () => {
  const { data } = fake.answers[calls] as { data: object };
  fake.answers[calls] = { data: { ...data, uploadedDeals: 0 } };
  open();
  expect(
    await screen.findByText(/^Influenced pipeline is not shown: .* Send an export of your CRM/),
  ).toBeVisible();
  expect(screen.queryByRole('row', { name: /^Influenced/ })).not.toBeInTheDocument();
});

it('opens the organizations of a group', async () => {
  const { user, router } = open();
  const chart = await screen.findByRole('region', { name: 'Organizations Of Both Sides' });
  await user.click(await within(chart).findByRole('link', { name: /^Only baseline/ }));
  expect(router.state.location.search).toContain('part=baseline');
  await screen.findByRole('table', { name: 'Organizations: Only baseline' });
  await waitFor(() => expect(lastBody('/organizations')).toMatchObject({ part: 'baseline', page: 1 }));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Organizations' })).toHaveFocus());
  expect(await screen.findByRole('link', { name: 'Globex, baseline: 3 engagements' })).toHaveAttribute(
    'href',
    expect.stringMatching(/org=5/),
  );
});

it('keeps the sides in the URL, and waits until both are chosen', async () => {
  const { user, router } = open('&comparison=documentType:7');
  const baseline = within(await screen.findByRole('group', { name: 'Baseline' }));
  expect(await screen.findByText('White paper')).toBeVisible();
  await user.selectOptions(baseline.getByRole('combobox', { name: 'Baseline by' }), 'documentType');
  expect(screen.getByText('Nothing to compare yet')).toBeVisible();
  expect(baseline.getByText('Choose document types.')).toBeVisible();
  await user.click(baseline.getByRole('combobox', { name: 'Document types' }));
  await user.click(await screen.findByRole('option', { name: 'Article' }));
  await findRow(/^Documents /);
  expect(new URLSearchParams(router.state.location.search).get('baseline')).toBe('documentType:3');
  expect(lastBody()).toMatchObject({
    baseline: { kind: 'documentType', ids: ['3'] },
    comparison: { kind: 'documentType', ids: ['7'] },
  });
});

describe('of a saved search', () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const search = {
    id,
    name: 'Best types',
    filters: [
      { $type: 'Terms', field: 'Clients', op: 'Contains', value: [{ id: 'c9' }], allowNA: false },
      { $type: 'Terms', field: 'DocumentTypes', op: 'Contains', value: [{ id: '7' }], allowNA: false },
    ],
    indices: ['Webinar'],
  };
  const list = `/api/saved-searches/${testUser().id}`;
  beforeEach(() => {
    Object.assign(fake.answers, {
      [list]: { data: { items: [search] } },
      [`${list}/${id}`]: { data: search },
    });
  });

  it('links to lists with its filters, and the clients of the page', async () => {
    const { user, router } = open();
    const baseline = within(await screen.findByRole('group', { name: 'Baseline' }));
    await user.selectOptions(baseline.getByRole('combobox', { name: 'Baseline by' }), 'savedSearch');
    expect(baseline.getByText('Choose one saved search.')).toBeVisible();
    await baseline.findByRole('option', { name: 'Best types' });
    await user.selectOptions(baseline.getByRole('combobox', { name: 'Saved search' }), id);
    const engagements = await findRow(/^Engagements (?!per)/);
    expect(engagements.getByRole('link', { name: 'Engagements, baseline: 60' })).toHaveAttribute(
      'href',
      expect.stringMatching(/f=types:Webinar;Clients:c1;DateRange:[^;]*;DocumentTypes:7$/),
    );
    expect(baseline.getByText(/^Clients and dates are those of the page, not/)).toBeVisible();
    expect(new URLSearchParams(router.state.location.search).get('baseline')).toBe(`savedSearch:${id}`);
    expect(lastBody()).toMatchObject({ baseline: { kind: 'savedSearch', ids: [id] } });
  });

  it('says why it cannot be compared', async () => {
    const message = 'You cannot search by these fields of the saved search: Title.';
    fake.answers[calls] = {
      status: 400,
      code: 'invalid_input',
      details: [{ path: 'baseline.ids', message }],
    };
    open(`&baseline=savedSearch:${id}`);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByText('These sides cannot be compared')).toBeVisible();
  });

  it('says that it was deleted', async () => {
    fake.answers[`${list}/${id}`] = { status: 404 };
    open(`&baseline=savedSearch:${id}`);
    expect(await screen.findByText(/^This saved search does not exist: it was deleted/)).toBeVisible();
    expect(lastBody()).toBeUndefined();
  });
});

it('refuses webinars together with other tactics', async () => {
  open('&baseline=tactic:webinar,streamNL');
  expect(await screen.findByText('Webinars and events cannot be combined with other tactics.')).toBeVisible();
  expect(lastBody()).toBeUndefined();
});

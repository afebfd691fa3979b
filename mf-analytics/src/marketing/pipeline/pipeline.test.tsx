import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { startFakeApi } from '../../testing/fake-api.ts';
import type { FakeApi } from '../../testing/fake-api.ts';
import { closeScreens, openScreen } from '../../testing/open-screen.tsx';
import { acme, signIn } from '../../testing/session.ts';
import { PipelineScreen } from './pipeline.screen.tsx';

const path = '/performance/pipeline-impact';
const calls = '/api/marketing-performance/pipeline';
const filters = '?f=Clients:c1;DateRange:2026-01-01,2026-02-28';

const sum = { deals: 20, cents: 4_000_050, influencedDeals: 5, influencedCents: 1_000_000 };
const outcomes = { won: 7, closed: 20, cycleDeals: 7, cycleDays: 70 };
const summary = {
  uploaded: 90,
  deals: 60,
  influenced: 30,
  assisted: 20,
  accelerated: 15,
  matched: 50,
  ambiguous: 3,
  unmatched: 7,
  unmappedStages: [] as string[],
  undatedCloses: 0,
  currencies: [
    { currency: 'EUR', open: sum, won: sum },
    { currency: null, open: { ...sum, deals: 4 }, won: sum },
  ],
  rates: { influenced: outcomes, others: { ...outcomes, won: 3, closed: 9 } } as object | null,
};
const deal = {
  id: '7',
  externalId: 'OPP-7',
  name: 'New line',
  account: 'Acme',
  organization: null,
  match: 'none',
  stage: 'Proposal',
  outcome: 'open',
  createdOn: '2026-01-05',
  closedOn: null,
  cents: 1_250_050,
  currency: 'EUR',
  isAssisted: true,
  isAccelerated: false,
  touches: 3,
};

let fake: FakeApi;
beforeEach(async () => {
  fake = await startFakeApi();
  Object.assign(fake.answers, {
    [calls]: { data: summary },
    [`${calls}/by-stage`]: { data: [{ stage: 'Proposal', outcome: 'open', deals: 12, influenced: 4 }] },
    [`${calls}/touches`]: { data: [{ from: -180, deals: 5, touches: 9 }] },
    [`${calls}/credits`]: {
      data: [{ tactic: 'webinar', currency: 'EUR', cents: 333_400, deals: 6, touches: 8 }],
    },
    [`${calls}/rows`]: { data: [deal], top: { total: 1, page: 1, pageSize: 10 } },
    [`${calls}/without-deals`]: { data: [], top: { total: 0, page: 1, pageSize: 10 } },
  });
  signIn({ companies: [acme] });
});
afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const open = (more = '') =>
  openScreen(PipelineScreen, { address: `${path}${filters}${more}`, path, offers: () => true });
const lastBody = (call: string) => fake.calls.findLast((each) => each.path === `${calls}${call}`)?.body;

it('shows no rate of fewer than ten cases, and no currency beside another', async () => {
  const { user } = open();
  expect(await screen.findByRole('link', { name: 'Win rate of influenced deals: 35.0%' })).toBeVisible();
  expect(screen.getByText('n = 9: too few for a rate')).toBeVisible();
  expect(screen.getByText('25.0% of 40,001 EUR in 20 open deals')).toBeVisible();
  expect(
    await screen.findByRole('link', { name: 'Proposal (open), influenced deals: 4 deals' }),
  ).toHaveAttribute('href', expect.stringMatching(/influence=influenced.*stage=Proposal/));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Currency of amounts' }), '(none)');
  expect(await screen.findByText(/^n = 4: too few for a rate of 40,001 \(no currency\)/)).toBeVisible();
});

it('opens the deals behind a number, and keeps them in the URL', async () => {
  const { user, router } = open();
  await user.click(await screen.findByRole('link', { name: 'Accelerated deals: 15' }));
  expect(router.state.location.search).toContain('influence=accelerated');
  await screen.findByRole('table', { name: 'Accelerated deals' });
  await waitFor(() =>
    expect(lastBody('/rows')).toMatchObject({ influence: 'accelerated', basis: 'created', page: 1 }),
  );
  await waitFor(() => expect(screen.getByRole('region', { name: 'List of deals' })).toHaveFocus());
  await user.click(screen.getByRole('link', { name: /^Influenced won amount: 10,000 EUR/ }));
  expect(await screen.findByText('1 deal won, in EUR')).toBeVisible();
  await waitFor(() =>
    expect(lastBody('/rows')).toMatchObject({ outcomes: ['won'], currency: 'EUR', hasAmount: true }),
  );
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('1 deal')).toBeVisible();
  expect(router.state.location.search).not.toContain('money');
});

it('names the model of credits, and asks for that of touches', async () => {
  const { user } = open();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Model of credits' }), 'decay');
  expect(await screen.findByText(/^Time decay: half for each 30 days before the end\./)).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Touches' }));
  await screen.findByText('1 deal');
  await waitFor(() => expect(lastBody('/credits')).toMatchObject({ model: 'decay', basis: 'touch' }));
});

it('hides the rates while a stage has no meaning, and says which', async () => {
  Object.assign(fake.answers, {
    [calls]: { data: { ...summary, unmappedStages: ['Proposal'], rates: null } },
  });
  open();
  expect(await screen.findByText(/open, won or lost: Proposal\. Please tell your contact\.$/)).toBeVisible();
  expect(screen.queryByText(/^Win rate/)).not.toBeInTheDocument();
});

it('says what is missing without any opportunity', async () => {
  Object.assign(fake.answers, { [calls]: { data: { ...summary, uploaded: 0, deals: 0 } } });
  open();
  expect(await screen.findByText('No opportunities yet')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Upload opportunities' })).not.toBeInTheDocument();
  expect(screen.queryByText('0')).not.toBeInTheDocument();
});

it('says how a number is counted', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'How is this counted? Accelerated deals' }));
  expect(within(await screen.findByRole('note')).getByText(/never after the close/)).toBeVisible();
});

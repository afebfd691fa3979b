import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { startFakeApi } from '../../testing/fake-api.ts';
import type { FakeApi } from '../../testing/fake-api.ts';
import { closeScreens, openScreen } from '../../testing/open-screen.tsx';
import { acme, signIn } from '../../testing/session.ts';
import { NewslettersScreen } from './newsletters.screen.tsx';

const path = '/performance/tactic-activity/custom-newsletters';
const calls = '/api/marketing-performance/newsletters';
const filters = '?f=Clients:c1;DateRange:2026-01-01,2026-02-28';
const key = 'a'.repeat(32);
const linkKey = 'b'.repeat(32);

const totals = {
  delivered: 1000,
  clickers: 30,
  openers: 220,
  clickRate: { part: 30, of: 1000 },
  clickToOpen: { part: 30, of: 220 },
};
const nothing = { delivered: null, clickers: null, openers: null, clickRate: null, clickToOpen: null };
const listed = {
  delivered: 400,
  clickers: 12,
  openers: 90,
  clickRate: { part: 12, of: 400 },
  clickToOpen: { part: 9, of: 90 },
  organizations: 8,
  repeatClickers: 3,
};
const summary = { uploaded: 900, issues: 2, totalsOnly: 1, listed, totals };
const issue = { key, title: 'Scale-up', sentAt: '2026-02-03T08:00:00.000Z' };
const listedIssue = {
  ...issue,
  hasRecipients: true,
  isDeliveredTotal: false,
  ...listed,
};
const totalsIssue = {
  ...issue,
  key: 'c'.repeat(32),
  title: 'Old news',
  hasRecipients: false,
  isDeliveredTotal: true,
  ...totals,
  organizations: null,
  repeatClickers: null,
};
const person = {
  id: '7',
  name: 'Ann Reader',
  email: 'ann@people.example',
  path: null,
  organization: null,
  issue,
  opened: null,
  clicked: true,
  links: 2,
  hours: 5,
  issues: 1,
};
const top = (total: number) => ({ top: { total, page: 1, pageSize: 10 } });

let fake: FakeApi;
beforeEach(async () => {
  fake = await startFakeApi();
  Object.assign(fake.answers, {
    [calls]: { data: summary },
    [`${calls}/list`]: { data: [listedIssue, totalsIssue] },
    [`${calls}/links`]: { data: [{ key: linkKey, link: 'https://www.news.example/guide', clickers: 7 }] },
    [`${calls}/latency`]: {
      data: [
        { window: '0', clickers: 5 },
        { window: '72', clickers: 7 },
      ],
    },
    [`${calls}/people`]: { data: [person], ...top(12) },
    [`${calls}/organizations`]: { data: [], ...top(0) },
  });
  signIn({ companies: [acme] });
});
afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const open = (more = '') =>
  openScreen(NewslettersScreen, { address: `${path}${filters}${more}`, path, offers: () => true });
const lastBody = (call: string) => fake.calls.findLast((each) => each.path === `${calls}${call}`)?.body;

it('opens the people behind a rate, a link and a window of hours', async () => {
  const { user, router } = open();
  await user.click(await screen.findByRole('link', { name: 'Click rate: 3.0%' }));
  await waitFor(() => expect(lastBody('/people')).toMatchObject({ set: 'rated' }));
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Recipients by whom the click rate divides' })).toHaveFocus(),
  );
  await user.click(screen.getByRole('link', { name: /^news\.example\/guide: 7 clickers/ }));
  await waitFor(() => expect(lastBody('/people')).toMatchObject({ set: 'clickers', link: linkKey }));
  await user.click(screen.getByRole('link', { name: /^Within 1 hour: 5 clickers/ }));
  expect(await screen.findByText(/within 1 hour\)$/)).toBeVisible();
  await waitFor(() => expect(lastBody('/people')).toMatchObject({ window: '0' }));
  expect(lastBody('/people')).not.toHaveProperty('link');
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(router.state.location.search).not.toContain('window=');
});

it('links no total of an issue without recipients', async () => {
  open();
  const issues = await screen.findByRole('region', { name: 'Issues' });
  expect(await within(issues).findByText('1,000 (totals only)')).toBeVisible();
  expect(within(issues).queryByRole('link', { name: /^Old news/ })).not.toBeInTheDocument();
  expect(within(issues).getByRole('link', { name: 'Scale-up, click rate: 3.0%' })).toBeVisible();
  expect(within(issues).getByRole('link', { name: 'Scale-up: 12 clickers' })).toBeVisible();
  expect(screen.getByText(/^1 of 2 issues has totals only/)).toBeVisible();
});

it('shows only totals where no issue has recipients', async () => {
  Object.assign(fake.answers, {
    [calls]: {
      data: {
        ...summary,
        issues: 1,
        listed: { ...nothing, organizations: 0, repeatClickers: 0 },
      },
    },
  });
  open();
  expect(await screen.findByText('30 of 1,000 (95%: 2.1–4.3%), totals only')).toBeVisible();
  expect(screen.getAllByText('3.0%')[0]).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Clickers' })).not.toBeInTheDocument();
});

it('hides what no upload says, and names it', async () => {
  Object.assign(fake.answers, {
    [calls]: { data: { ...summary, listed: { ...listed, openers: null, clickToOpen: null } } },
    [`${calls}/latency`]: { data: [{ window: 'unknown', clickers: 12 }] },
  });
  open();
  expect(await screen.findByText(/^Click-to-open: Not shown/)).toBeVisible();
  expect(await screen.findByText(/^Hours to the click: Not shown/)).toBeVisible();
  expect(screen.queryByText('Click-to-open (directional)', { selector: 'p' })).not.toBeInTheDocument();
});

it('says which input is missing', async () => {
  Object.assign(fake.answers, { [calls]: { data: { ...summary, uploaded: 0, issues: 0 } } });
  open();
  expect(await screen.findByText('No newsletters yet')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Upload newsletters' })).not.toBeInTheDocument();
});

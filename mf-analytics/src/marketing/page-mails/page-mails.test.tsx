import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import type { FakeApi } from '../../testing/fake-api.ts';
import { startFakeApi } from '../../testing/fake-api.ts';
import { closeScreens, openScreen } from '../../testing/open-screen.tsx';
import { acme, signIn } from '../../testing/session.ts';
import { MarketingPage } from '../marketing-page.tsx';
import { useComparedSearch } from '../../dashboard/use-compared-search.ts';

const path = '/performance/pipeline-impact';
const mails = '/api/marketing-performance/page-mails';
const filters = '?f=Clients:c1;RelativeDateRange:-90d';

const mail = {
  id: 'm1',
  page: 'webinars',
  address: '/performance/tactic-activity/webinars?f=Clients:c1',
  about: [{ label: 'Clients', text: 'Acme' }],
  sendsOn: 'Monday',
  timeZone: 'Europe/Berlin',
  isPaused: false,
  nextAt: '2026-03-16T05:00:00.000Z',
  lastSentAt: null,
  problem: 'You may no longer use Marketing Performance.',
};

/** A page without content: the emails are in its head. */
const PlainPage = () => {
  const compared = useComparedSearch({ hasYears: true });
  return (
    <MarketingPage page="pipeline" choice={{ basis: 'closed' }} compared={compared}>
      {null}
    </MarketingPage>
  );
};

let fake: FakeApi;
beforeEach(async () => {
  fake = await startFakeApi();
  Object.assign(fake.answers, {
    [`GET ${mails}`]: { data: [mail] },
    [`POST ${mails}`]: { data: mail, message: 'Scheduled.' },
    [`PATCH ${mails}/m1`]: { data: mail, message: 'Changed.' },
    [`DELETE ${mails}/m1`]: { data: null, message: 'Ended.' },
  });
  signIn({ companies: [acme] });
});
afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const open = (more = '') => openScreen(PlainPage, { address: `${path}${filters}${more}`, path });
const sentTo = (call: string) => fake.calls.findLast((each) => each.call === call)?.body;

it('schedules the page with its filters and choices', async () => {
  const { user, router } = open('&compare=lastYear');
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Email on a schedule' }));
  expect(router.state.location.search).toContain('mails=open');
  const dialog = await screen.findByRole('dialog', { name: 'Email this page' });
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'When' }), 'Friday');
  await user.click(within(dialog).getByRole('button', { name: 'Schedule' }));
  await waitFor(() =>
    expect(sentTo(`POST ${mails}`)).toMatchObject({
      page: 'pipeline',
      choice: { basis: 'closed', comparedWith: 'lastYear' },
      sendsOn: 'Friday',
      filters: [{ field: 'Clients' }, { field: 'RelativeDateRange', value: '-90d' }],
    }),
  );
});

it('shows refusals beside the field', async () => {
  fake.answers[`POST ${mails}`] = {
    status: 400,
    message: 'There is no such time zone.',
    details: [{ path: 'timeZone', message: 'There is no such time zone.' }],
  };
  const { user } = open('&mails=open');
  const dialog = await screen.findByRole('dialog', { name: 'Email this page' });
  await user.click(within(dialog).getByRole('button', { name: 'Schedule' }));
  expect(await within(dialog).findByText('There is no such time zone.')).toBeVisible();
});

it('lists, changes and ends what is scheduled', async () => {
  const { user } = open('&mails=open');
  const dialog = await screen.findByRole('dialog', { name: 'Email this page' });
  const row = await within(dialog).findByRole('listitem');
  expect(within(row).getByRole('link', { name: 'Webinars' })).toHaveAttribute('href', mail.address);
  expect(within(row).getByText('Clients: Acme')).toBeVisible();
  expect(within(row).getByText(/^Next on .*06:00 \(Europe\/Berlin\)\.$/)).toBeVisible();
  expect(within(row).getByText(mail.problem)).toBeVisible();
  await user.selectOptions(within(row).getByRole('combobox'), 'FirstOfMonth');
  await waitFor(() => expect(sentTo(`PATCH ${mails}/m1`)).toEqual({ sendsOn: 'FirstOfMonth' }));
  await waitFor(() => expect(within(row).getByRole('button', { name: 'Pause' })).toBeEnabled());
  await user.click(within(row).getByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(sentTo(`PATCH ${mails}/m1`)).toEqual({ isPaused: true }));
});

it('sends the last twelve months of each day if nobody chose dates', async () => {
  fake.answers[`POST ${mails}`] = { status: 201, data: mail, message: 'Scheduled.' };
  const { user } = openScreen(PlainPage, { address: `${path}?f=Clients:c1&mails=open`, path });
  await user.click(await screen.findByRole('button', { name: 'Schedule' }));
  await waitFor(() =>
    expect(sentTo(`POST ${mails}`)).toMatchObject({
      filters: [{ field: 'Clients' }, { field: 'RelativeDateRange', value: '-1y' }],
    }),
  );
});

it('says that fixed dates cannot be scheduled, and that nothing is', async () => {
  fake.answers[`GET ${mails}`] = { data: [] };
  openScreen(PlainPage, {
    address: `${path}?f=Clients:c1;DateRange:2026-01-01,2026-02-01&mails=open`,
    path,
  });
  expect(await screen.findByText(/^The dates of this page are fixed/)).toBeVisible();
  expect(screen.queryByText(/gets the figures of/)).not.toBeInTheDocument();
  expect(await screen.findByText('You have no scheduled emails yet.')).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'When' })).not.toBeInTheDocument();
});

it('says why the list is missing', async () => {
  fake.answers[`GET ${mails}`] = { status: 500, message: 'Broken' };
  const { user } = open('&mails=open');
  expect(await screen.findByText('Broken')).toBeVisible();
  fake.answers[`GET ${mails}`] = { data: [mail] };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Webinars' })).toBeVisible();
});

import '@testing-library/jest-dom';
import { screen, within } from '@testing-library/react';
import { renderShell, useShell } from '../testing/render-shell.tsx';

useShell();

const get = 'GET /api/notification-unsubscribe/t1';
const post = 'POST /api/notification-unsubscribe/t1';
const subscription = { name: 'Readers at Acme', email: 'dana@client.example', isSubscribed: true };
const button = () => screen.findByRole('button', { name: 'Unsubscribe' });
const buttonIfAny = () => screen.queryByRole('button', { name: 'Unsubscribe' });

it('unsubscribes from an alert on request, without a session', async () => {
  const { user, api } = renderShell('/unsubscribe/t1');
  api.answers[get] = { data: subscription };
  api.answers[post] = { data: null };
  const unsubscribe = await button();
  expect(screen.getByRole('heading', { level: 1, name: 'Unsubscribe' })).toBeVisible();
  expect(screen.getByText(/^Emails of the alert/)).toHaveTextContent(
    'Emails of the alert Readers at Acme to dana@client.example',
  );
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  expect(api.callsOf(post)).toHaveLength(0);
  await user.click(unsubscribe);
  const done = await screen.findByText('You are unsubscribed.');
  expect(done).toBeVisible();
  expect(
    within(screen.getByRole('main')).getByText(
      'dana@client.example no longer gets emails of the alert Readers at Acme.',
    ),
  ).toBeVisible();
  expect(api.callsOf(post)).toHaveLength(1);
  expect(buttonIfAny()).not.toBeInTheDocument();
});

it('says that the recipient was unsubscribed before', async () => {
  const { api } = renderShell('/unsubscribe/t1');
  api.answers[get] = { data: { ...subscription, isSubscribed: false } };
  expect(await screen.findByText('You are already unsubscribed.')).toBeVisible();
  expect(buttonIfAny()).not.toBeInTheDocument();
  expect(api.callsOf(post)).toHaveLength(0);
});

it('says that a link is not valid', async () => {
  const { api } = renderShell('/unsubscribe/t1');
  api.answers[get] = { status: 404, message: 'There is no such link.' };
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This link is no longer valid.' }),
  ).toBeVisible();
  expect(buttonIfAny()).not.toBeInTheDocument();
});

it('keeps the button if the call fails', async () => {
  const { user, api } = renderShell('/unsubscribe/t1');
  api.answers[get] = { data: subscription };
  api.answers[post] = { status: 503, message: 'Please try again later.' };
  await user.click(await button());
  expect(await screen.findByRole('alert')).toHaveTextContent('Please try again later.');
  expect(await button()).toBeEnabled();
});

it('offers to try again if the link cannot be checked', async () => {
  const { user, api } = renderShell('/unsubscribe/t1');
  api.answers[get] = { status: 503, message: 'Please try again later.' };
  const again = await screen.findByRole('button', { name: 'Try again' });
  api.answers[get] = { data: subscription };
  await user.click(again);
  expect(await button()).toBeVisible();
});

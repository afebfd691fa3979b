import '@testing-library/jest-dom';
import { startFakeApi } from '@readerlens/auth/testing';
import type { FakeApi } from '@readerlens/auth/testing';
import { screen } from '@testing-library/react';
import { termsFilter } from '../model/index.ts';
import { acme, lastYear, buildModel, openPanel, staffUser } from './testing/open-panel.tsx';

const call = 'POST /api/permalinks';
const many = termsFilter(
  'ReaderOrgs',
  Array.from({ length: 400 }, (_, index) => ({ id: `org${index}`, name: `Org ${index}` })),
);

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({
    'GET /api/saved-searches/u1': { data: { items: [] } },
    [call]: { data: { id: 'k7Qz' } },
  });
});
afterEach(() => api.stop());

it('copies the URL that the draft would lead to', async () => {
  const view = await openPanel({ user: staffUser, applied: buildModel(acme, lastYear) });
  await view.pick('Quality', '3');
  await view.press('Copy link');
  expect(await screen.findByText('Link copied')).toBeInTheDocument();
  const link = `${location.origin}/?f=Clients:acme;RelativeDateRange:-1y;Quality:3`;
  expect(await navigator.clipboard.readText()).toBe(link);
  expect(api.callsOf(call)).toHaveLength(0);
});

it('copies a permalink if the URL is long', async () => {
  const view = await openPanel({ user: staffUser, applied: buildModel(acme, lastYear, many) });
  await view.press('Copy link');
  expect(await screen.findByText('Link copied')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/l/k7Qz`);
  expect(api.callsOf(call)[0]?.body).toMatchObject({
    path: '/',
    search: expect.stringMatching(/^\?f=Clients:acme;RelativeDateRange:-1y;ReaderOrgs:org0,org1,/),
  });
});

it('shows the link if the clipboard is blocked', async () => {
  const view = await openPanel({ user: staffUser, applied: buildModel(acme, lastYear) });
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'));
  await view.press('Copy link');
  const field = await screen.findByRole('textbox', { name: 'Link' });
  expect(field).toHaveValue(`${location.origin}/?f=Clients:acme;RelativeDateRange:-1y`);
});

it('reports when the link cannot be created', async () => {
  api.answers[call] = { status: 500 };
  const view = await openPanel({ user: staffUser, applied: buildModel(acme, lastYear, many) });
  await view.press('Copy link');
  expect(await screen.findByText('The link could not be created. Please try again.')).toBeInTheDocument();
});

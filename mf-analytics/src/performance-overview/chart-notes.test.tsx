import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import { smallClient } from '../testing/answers.ts';
import { startFakeApi } from '../testing/fake-api.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import { closeScreens, openScreen } from '../testing/open-screen.tsx';
import { acme, signIn } from '../testing/session.ts';
import { PerformanceOverviewScreen } from './performance-overview.screen.tsx';

interface StoredNote {
  id: string;
  clientId: string;
  organizationId: string | null;
  date: string;
  text: string | null;
  author: string | null;
  createdAt: string;
  updatedAt: string;
  mayChange: boolean;
}

const note = (id: string, date: string, change: Partial<StoredNote> = {}): StoredNote => ({
  id,
  clientId: 'c1',
  organizationId: null,
  date,
  text: `Campaign ${id}`,
  author: 'Ada Author',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  mayChange: true,
  ...change,
});

/** The charts without months stay empty: they have no notes, and drawing them takes most of the time. */
const emptyCharts = Object.fromEntries(
  Object.keys(smallClient)
    .filter((path) => /by-(source|field|buyers-journey)|top-documents/.test(path))
    .map((path) => [path, { data: [] }]),
);

let fake: FakeApi;
let stored: StoredNote[];
const search = '/api/annotations/search';

beforeEach(async () => {
  localStorage.clear();
  fake = await startFakeApi();
  stored = [note('1', '2026-01-20'), note('2', '2026-02-14', { mayChange: false, author: null })];
  Object.assign(fake.answers, smallClient, emptyCharts, { [search]: { answerData: () => stored } });
});

afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const filters = 'f=Clients:c1;DateRange:2026-01-10,2026-02-28';
const days = `${filters}&bucket=month`;
const open = (query = days) => openScreen(PerformanceOverviewScreen, { address: `/?${query}`, path: '/' });
const title = 'Engagements Over Time';
const marks = () => screen.findByRole('list', { name: /^Notes: Engagements Over Time/ });
const calls = (call: string) => fake.calls.filter((seen) => seen.call === call);

/** Opens the list of all notes. */
const openList = async (user: ReturnType<typeof open>['user'], count: number) => {
  await user.click(await screen.findByRole('button', { name: `Notes: ${title}, ${count}` }));
  return screen.findByRole('dialog', { name: 'Notes' });
};

it('marks notes on the axis of the chart over time, and lists them in its summary and data table', async () => {
  signIn({ companies: [acme] });
  const { user } = open();
  const list = await marks();
  expect(
    within(list)
      .getAllByRole('button')
      .map((mark) => mark.getAttribute('aria-label')),
  ).toEqual(['Note, Jan 20, 2026: Campaign 1', 'Note, Feb 14, 2026: Campaign 2']);
  expect(screen.getByRole('figure', { name: title })).toHaveAccessibleDescription(
    /2 notes: Jan 20, 2026 \(Campaign 1\); Feb 14, 2026 \(Campaign 2\)\.$/,
  );
  await user.click(screen.getByRole('button', { name: `Chart menu: ${title}` }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Show data table' }));
  const table = await screen.findByRole('table', { name: `${title}: notes`, hidden: true });
  expect(within(table).getAllByRole('row', { hidden: true })[1]).toHaveTextContent(
    'Jan 20, 2026Campaign 1AcmeAda Author',
  );
});

it('shows text, client and author of a note when its mark is hovered or focused', async () => {
  signIn({ companies: [acme] });
  const { user } = open();
  const [mark] = within(await marks()).getAllByRole('button');
  await user.hover(mark!);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Jan 20, 2026Campaign 1Acme · Ada Author');
});

it('requests notes with clients and dates only, and not where no chart shows months', async () => {
  signIn({ companies: [acme] });
  const { user } = open(`${filters};Region:EMEA&bucket=month`);
  await marks();
  expect(calls(`POST ${search}`).map(({ body }) => body.filters.map(({ field }) => field))).toEqual([
    ['Clients', 'DateRange'],
  ]);
  await user.click(screen.getByRole('radio', { name: 'Documents' }));
  await screen.findByText('64');
  expect(screen.queryByRole('button', { name: /^Notes:/ })).not.toBeInTheDocument();
});

it('adds a note from the menu of the chart', async () => {
  stored = [];
  const created = note('9', '2026-02-28', { text: 'Mail sent' });
  fake.answers['/api/annotations'] = {
    answerData: () => {
      stored = [created];
      return created;
    },
  };
  signIn({ companies: [acme] });
  const { user } = open();
  await screen.findByRole('button', { name: `Notes: ${title}, 0` });
  await user.click(screen.getByRole('button', { name: `Chart menu: ${title}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Add a note' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a note' });
  expect(within(dialog).getByText('Client: Acme')).toBeVisible();
  expect(within(dialog).getByRole('textbox', { name: 'Date' })).toHaveValue('02/28/2026');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const text = within(dialog).getByRole('textbox', { name: 'Note' });
  expect(text).toHaveAccessibleDescription(/Please enter a text of 1 to 500 characters/);
  expect(calls('POST /api/annotations')).toEqual([]);
  await user.type(text, 'Mail sent');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The note has been saved.')).toBeVisible();
  expect(calls('POST /api/annotations').map(({ body }) => body)).toEqual([
    { clientId: 'c1', date: '2026-02-28', text: 'Mail sent' },
  ]);
  expect(await screen.findByRole('button', { name: 'Note, Feb 28, 2026: Mail sent' })).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('offers the clients of the filters only, none of them at first', async () => {
  signIn({
    companies: [acme, { id: 'c2', name: 'Borealis', onlines: [] }, { id: 'c3', name: 'Third', onlines: [] }],
  });
  const { user } = open('f=Clients:c1,c2;DateRange:2026-01-10,2026-02-28&bucket=month');
  const dialog = await openList(user, 2);
  await user.click(within(dialog).getByRole('button', { name: 'Add a note' }));
  const form = await screen.findByRole('dialog', { name: 'Add a note' });
  const select = within(form).getByRole('combobox', { name: 'Client' });
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose a client', 'Acme', 'Borealis']);
  await user.type(within(form).getByRole('textbox', { name: 'Note' }), 'Mail');
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(select).toHaveAccessibleDescription('Please choose a client.');
});

it('shows the notes of a mark first, and lets only those be changed that the user may change', async () => {
  signIn({ companies: [acme] });
  const { user } = open();
  await user.click(within(await marks()).getByRole('button', { name: /^Note, Feb 14/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Notes' });
  const items = () => within(dialog).getAllByRole('listitem');
  expect(items().map(({ textContent }) => textContent)).toEqual(['Feb 14, 2026Campaign 2Acme']);
  await user.click(within(dialog).getByRole('button', { name: 'Show all 2 notes of the period' }));
  expect(items()).toHaveLength(2);
  expect(within(items()[0]!).getByRole('button', { name: 'Edit the note of Jan 20, 2026' })).toBeVisible();
  expect(within(items()[1]!).queryByRole('button')).not.toBeInTheDocument();
});

it('changes a note, and shows what the server refuses beside the field', async () => {
  fake.answers['/api/annotations/1'] = { status: 400, message: 'Not this one.' };
  signIn({ companies: [acme] });
  const { user } = open();
  const list = await openList(user, 2);
  await user.click(within(list).getByRole('button', { name: 'Edit the note of Jan 20, 2026' }));
  const form = await screen.findByRole('dialog', { name: 'Edit note' });
  const text = within(form).getByRole('textbox', { name: 'Note' });
  expect(text).toHaveValue('Campaign 1');
  await user.clear(text);
  await user.type(text, 'Changed');
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await within(form).findByText('Not this one.')).toBeVisible();
  fake.answers['/api/annotations/1'] = {
    answerData: () => {
      stored = [note('1', '2026-01-20', { text: 'Changed' })];
      return stored[0];
    },
  };
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(
    await within(await screen.findByRole('dialog', { name: 'Notes' })).findByText('Changed'),
  ).toBeVisible();
  expect(calls('PATCH /api/annotations/1').at(-1)?.body).toEqual({ date: '2026-01-20', text: 'Changed' });
});

it('asks before it deletes a note', async () => {
  fake.answers['/api/annotations/1'] = {
    answerData: () => {
      stored = stored.filter(({ id }) => id !== '1');
      return null;
    },
  };
  signIn({ companies: [acme] });
  const { user } = open();
  const list = await openList(user, 2);
  const press = () =>
    user.click(within(list).getByRole('button', { name: 'Delete the note of Jan 20, 2026' }));
  await press();
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(calls('DELETE /api/annotations/1')).toEqual([]);
  await press();
  const question = await screen.findByRole('alertdialog', { name: 'Delete this note?' });
  expect(question).toHaveTextContent('Campaign 1');
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('The note has been deleted.')).toBeVisible();
  await waitFor(() => expect(within(list).queryByText('Campaign 1')).not.toBeInTheDocument());
  expect(within(list).getByText('Campaign 2')).toBeVisible();
});

it('keeps unsaved text unless the user discards it', async () => {
  signIn({ companies: [acme] });
  const { user } = open();
  const list = await openList(user, 2);
  await user.click(within(list).getByRole('button', { name: 'Edit the note of Jan 20, 2026' }));
  const form = await screen.findByRole('dialog', { name: 'Edit note' });
  await user.type(within(form).getByRole('textbox', { name: 'Note' }), '!');
  await user.click(within(form).getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep writing' }));
  expect(within(form).getByRole('textbox', { name: 'Note' })).toHaveValue('Campaign 1!');
});

it('shows the chart while notes load and after they failed, and offers a retry', async () => {
  fake.answers[search] = { status: 500, message: 'Busy.' };
  signIn({ companies: [acme] });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: `Notes could not be loaded: ${title}` }));
  expect(screen.getByRole('figure', { name: title, hidden: true })).toBeInTheDocument();
  const dialog = await screen.findByRole('dialog', { name: 'Notes' });
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('The notes could not be loaded. Busy.');
  fake.answers[search] = { answerData: () => stored };
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  expect(await within(dialog).findByText('Campaign 1')).toBeVisible();
});

it('shows dates without texts in Blinded Mode, and changes nothing', async () => {
  stored = [note('1', '2026-01-20', { text: null, author: null })];
  fake.answers['/api/cms/companies/by-ids'] = { data: [{ id: 'c1', name: 'Client 7' }] };
  signIn({ role: 'Internal' });
  act(() => sessionStore.setState({ blinded: true }));
  const { user } = open();
  const dialog = await openList(user, 1);
  const [item] = within(dialog).getAllByRole('listitem');
  expect(item).toHaveTextContent('Jan 20, 2026Hidden in Blinded ModeClient 7');
  expect(within(dialog).queryByRole('button', { name: /^Edit|^Delete|^Add/ })).not.toBeInTheDocument();
});

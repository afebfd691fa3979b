import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  clientsWithoutReaderMessage,
  emailInReasonMessage,
} from '@readerlens/contract/personal-data/messages';
import type { RouteObject } from 'react-router-dom';
import { closeScreens, openScreen, signIn } from '../testing/open-admin.tsx';
import { PersonalDataScreen } from './personal-data.screen.tsx';
import type { FoundReader } from './personal-data.queries.ts';

const routes: RouteObject[] = [{ path: '/admin/personal-data', Component: PersonalDataScreen }];
const erase = 'POST /api/personal-data/erase';

const reader = (id: string, change: Partial<FoundReader> = {}): FoundReader => ({
  id,
  name: `Reader ${id}`,
  firstName: 'Reader',
  lastName: id,
  phone: null,
  address: null,
  city: 'Oslo',
  state: null,
  linkedIn: null,
  removed: [],
  email: 'jane@lab.example',
  title: null,
  company: null,
  country: null,
  isErased: false,
  restriction: null,
  activities: 1200,
  firstAt: '2026-01-01T10:00:00.000Z',
  lastAt: '2026-02-01T10:00:00.000Z',
  clients: [{ id: '1', name: 'Aurelis', activities: 1200, registrations: 2 }],
  registrations: 2,
  ...change,
});

const retention = {
  periods: [
    { kind: 'activities', days: 1095 },
    { kind: 'readers', days: null },
  ],
  last: { at: '2026-11-20T10:00:00.000Z', counts: [{ kind: 'activities', count: 1 }] },
};

const open = (readers: FoundReader[], registrations = 2, requests: object[] = []) =>
  openScreen(routes, '/admin/personal-data', {
    prepare: ({ failures }) => {
      failures.set('GET /api/personal-data/requests', { data: requests });
      failures.set('GET /api/personal-data/retention', { data: retention });
      failures.set('POST /api/personal-data/find', { data: { readers, registrations } });
    },
  });

const find = async (email: string) => {
  await userEvent.type(await screen.findByLabelText(/Email/), email);
  await userEvent.click(screen.getByRole('button', { name: 'Find reader' }));
};

const chooseClient = async (name: string) => {
  await userEvent.click(await screen.findByLabelText('Clients'));
  await userEvent.click(await screen.findByRole('option', { name }));
};

beforeEach(() => signIn());
afterEach(closeScreens);

describe('the page for requests about personal data', () => {
  it('asks for a whole e-mail, and says what is known of one without a reader', async () => {
    const { server } = await open([], 3);
    await find('jane');
    expect(await screen.findByText(/Enter a whole email/)).toBeVisible();
    expect(server.callsOf('POST /api/personal-data/find')).toHaveLength(0);
    await find('@lab.example');
    expect(await screen.findByText(/No reader has this email, but 3 rows/)).toBeVisible();
    expect(window.location.href).not.toContain('lab.example');
  });

  it('erases the chosen reader after a question, but for what is kept', async () => {
    const { server } = await open([reader('5'), reader('6')]);
    server.failures.set(erase, {
      data: {
        requestId: 'x',
        readers: 1,
        activities: 1200,
        changes: [{ table: 'reader', rows: 1 }],
        sharedEmails: 1,
        areas: ['maps', 'notes'],
      },
    });
    await find('jane@lab.example');
    expect(await screen.findByText('2 readers found')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Erase' })).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Reader 6' }));
    await userEvent.type(screen.getByLabelText('Reference'), 'Case 7');
    await userEvent.click(screen.getByRole('button', { name: 'Erase' }));
    const question = await screen.findByRole('alertdialog', { name: 'Erase Reader 6?' });
    await userEvent.click(within(question).getByRole('checkbox', { name: 'Keep the job title' }));
    await userEvent.click(within(question).getByRole('button', { name: 'Erase' }));
    expect(await screen.findByText(/1 reader erased: 1,200 activities count on/)).toHaveTextContent(
      'Another reader has the same email and keeps it. The areas with data of their own are being told: maps, notes.',
    );
    expect(server.callsOf(erase)[0]?.body).toEqual({
      readerIds: ['6'],
      keep: ['jobTitle'],
      reference: 'Case 7',
    });
    await waitFor(() => expect(screen.queryByText('2 readers found')).not.toBeInTheDocument());
  });

  it('exports what some of the clients have', async () => {
    const exporting = 'POST /api/personal-data/export';
    const clients = [
      { id: '1', name: 'Aurelis', activities: 2, registrations: 0 },
      { id: '2', name: 'Borealis', activities: 0, registrations: 1 },
    ];
    const { server } = await open([reader('5', { clients })]);
    await find('jane@lab.example');
    expect(await screen.findByText('Aurelis (2), Borealis (lists)')).toBeVisible();
    const download = async () => {
      const before = server.callsOf(exporting).length;
      await userEvent.click(await screen.findByRole('button', { name: 'Export as JSON' }));
      await waitFor(() => expect(server.callsOf(exporting)).toHaveLength(before + 1));
      return server.callsOf(exporting).at(-1)?.body;
    };
    expect(await download()).toEqual({ readerIds: ['5'], reference: '', format: 'json' });
    await chooseClient('Borealis');
    expect(await download()).toMatchObject({ readerIds: ['5'], clientIds: ['2'] });
  });

  it('restricts and erases for some of the clients, and says that others know the reader on', async () => {
    const clients = [
      { id: '1', name: 'Aurelis', activities: 2, registrations: 0 },
      { id: '2', name: 'Borealis', activities: 1, registrations: 1 },
    ];
    const restrict = 'POST /api/personal-data/restrict';
    const { server } = await open([reader('5', { clients })]);
    for (const call of [restrict, erase] as const)
      server.failures.set(call, {
        status: 400,
        code: 'invalid_input',
        message: clientsWithoutReaderMessage,
        details: [{ path: 'clientIds', message: clientsWithoutReaderMessage }],
      });
    await find('jane@lab.example');
    await chooseClient('Borealis');
    await userEvent.click(screen.getByRole('button', { name: 'Restrict' }));
    const dialog = await screen.findByRole('dialog', { name: 'Restrict Reader 5?' });
    expect(dialog).toHaveTextContent('Only for Borealis. Other clients know the reader as before');
    await userEvent.type(within(dialog).getByLabelText(/Reason/), 'Contested');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Restrict' }));
    expect(await within(dialog).findByText(clientsWithoutReaderMessage)).toBeVisible();
    expect(server.callsOf(restrict).at(-1)?.body).toMatchObject({ readerId: '5', clientIds: ['2'] });
    server.failures.set(restrict, { message: 'The reader is restricted.' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Restrict' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await find('jane@lab.example');
    await chooseClient('Aurelis');
    await userEvent.click(screen.getByRole('button', { name: 'Erase' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent(/Only for Aurelis\..*are erased there\./);
    await userEvent.click(within(question).getByRole('button', { name: 'Erase' }));
    expect(await within(question).findByText(clientsWithoutReaderMessage)).toBeVisible();
    expect(server.callsOf(erase).at(-1)?.body).toMatchObject({ readerIds: ['5'], clientIds: ['1'] });
  });

  it('corrects only what was changed', async () => {
    const { server } = await open([reader('5', { removed: ['phone'] })]);
    const correct = 'POST /api/personal-data/correct';
    server.failures.set(correct, { message: 'The reader was corrected.' });
    await find('jane@lab.example');
    await userEvent.click(await screen.findByRole('button', { name: 'Correct' }));
    const dialog = await screen.findByRole('dialog', { name: 'Correct Reader 5' });
    expect(within(dialog).getByLabelText('Phone')).toHaveAccessibleDescription(
      'Removed by a correction. Imports leave it empty.',
    );
    expect(within(dialog).getByLabelText('City')).not.toHaveAccessibleDescription();
    await userEvent.clear(within(dialog).getByLabelText('City'));
    await userEvent.type(within(dialog).getByLabelText('Last name'), '6');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(server.callsOf(correct)[0]?.body).toEqual({
      readerId: '5',
      values: { lastName: '56', city: null },
      reference: '',
    });
  });

  it('shows in the question why readers cannot be erased', async () => {
    const { server } = await open([reader('5')]);
    server.failures.set(erase, {
      status: 400,
      code: 'invalid_input',
      message: 'Set ERASURE_KEY on the server first.',
    });
    await find('jane@lab.example');
    await userEvent.click(await screen.findByRole('button', { name: 'Erase' }));
    const question = await screen.findByRole('alertdialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Erase' }));
    expect(await within(question).findByRole('alert')).toHaveTextContent(
      'Set ERASURE_KEY on the server first.',
    );
  });

  it('restricts a reader with a reason, and shows at it what is refused', async () => {
    const { server } = await open([reader('5')]);
    const restrict = 'POST /api/personal-data/restrict';
    server.failures.set(restrict, {
      status: 400,
      code: 'invalid_input',
      message: emailInReasonMessage,
      details: [{ path: 'reason', message: emailInReasonMessage }],
    });
    await find('jane@lab.example');
    await userEvent.click(await screen.findByRole('button', { name: 'Restrict' }));
    const dialog = await screen.findByRole('dialog', { name: 'Restrict Reader 5?' });
    const save = within(dialog).getByRole('button', { name: 'Restrict' });
    await userEvent.click(save);
    const reason = within(dialog).getByLabelText(/Reason/);
    expect(reason).toHaveAccessibleDescription(/Enter a reason/);
    expect(server.callsOf(restrict)).toHaveLength(0);
    await userEvent.type(reason, 'Asked by jane@lab.example');
    await userEvent.click(save);
    await waitFor(() =>
      expect(reason).toHaveAccessibleDescription(expect.stringContaining(emailInReasonMessage)),
    );
    await userEvent.clear(reason);
    await userEvent.type(reason, 'Contested');
    server.failures.set(restrict, { message: 'The reader is restricted.' });
    await userEvent.click(save);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(server.callsOf(restrict).at(-1)?.body).toEqual({
      readerId: '5',
      reason: 'Contested',
      reference: '',
    });
  });

  it('says who restricted a reader and why, and lifts it after a question', async () => {
    const restriction = {
      at: '2026-03-01T10:00:00.000Z',
      by: 'Amy Admin',
      reason: 'Contested',
      clients: ['Aurelis'],
    };
    const { server } = await open([reader('5', { name: 'Restricted Reader', restriction })]);
    const lift = 'POST /api/personal-data/lift';
    server.failures.set(lift, { message: 'The restriction was lifted.' });
    await find('jane@lab.example');
    expect(await screen.findByText('Since 2026-03-01 by Amy Admin for Aurelis: Contested')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Correct' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Erase' })).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: 'Lift restriction' }));
    const question = await screen.findByRole('alertdialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Lift restriction' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(server.callsOf(lift)[0]?.body).toEqual({ readerId: '5', reference: '' });
  });

  it('lists with each request which areas were told', async () => {
    const request = {
      at: '2026-11-20T10:00:00.000Z',
      by: 'Ada Admin',
      byEmail: 'ada@company.example',
      reference: '',
      readers: ['5'],
      clients: null,
      kept: [],
    };
    const areas = [
      { area: 'maps', state: 'waiting' },
      { area: 'notes', state: 'told' },
    ];
    await open([], 2, [
      { ...request, id: 'one', kind: 'erasure', areas },
      { ...request, id: 'two', kind: 'export', areas: [] },
    ]);
    expect(await screen.findByText('maps: waits, notes: told')).toBeVisible();
    expect(screen.getAllByText('ada@company.example')).toHaveLength(2);
  });

  it('says how long personal data stay, and what was removed', async () => {
    await open([]);
    expect(await screen.findByText('1,095 days after the activity')).toBeVisible();
    expect(screen.getByText('Kept')).toBeVisible();
    expect(screen.getByText(/^Last applied on 2026-11-20 .*: 1 activity\.$/)).toBeVisible();
  });

  it('explains in Blinded Mode why it shows nothing', async () => {
    sessionStore.setState({ blinded: true });
    await open([]);
    expect(await screen.findByText(/need your own account, with Blinded Mode off/)).toBeVisible();
    expect(screen.queryByLabelText(/Email/)).not.toBeInTheDocument();
    sessionStore.setState({ blinded: false });
  });
});

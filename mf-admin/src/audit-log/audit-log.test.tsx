import '@testing-library/jest-dom';
import { narrowWindow } from '@readerlens/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { closeScreens, openScreen, signIn } from '../testing/open-admin.tsx';
import { AuditLogScreen } from './audit-log.screen.tsx';
import type { AuditEntry } from './audit.queries.ts';

const routes: RouteObject[] = [{ path: '/admin/audit-log', Component: AuditLogScreen }];
const call = 'GET /api/audit-events';

const ada = { id: '900', name: 'Ada Byron', email: 'ada@lab.example', isDeleted: false };
const tara = { id: '7', name: 'Tara Target', email: 'tara@lab.example', isDeleted: false };
const entry = (id: number, change: Partial<AuditEntry> = {}): AuditEntry => ({
  id: String(id),
  at: '2026-11-20T10:00:00.000Z',
  action: 'user.update',
  actor: ada,
  actedAs: null,
  account: tara,
  changes: [],
  details: [],
  ...change,
});

const open = (address = '', items: AuditEntry[] = [entry(1)], next: string | null = null) =>
  openScreen(routes, `/admin/audit-log${address}`, {
    prepare: ({ failures }) => failures.set(call, { data: { items, next } }),
  });
const lastQuery = ({ callsOf }: Awaited<ReturnType<typeof open>>['server']) =>
  Object.fromEntries(callsOf(call).at(-1)?.query ?? []);
const rows = () =>
  within(screen.getByRole('table', { name: 'Events' }))
    .getAllByRole('row')
    .slice(1);

beforeEach(() => signIn());
afterEach(closeScreens);
afterEach(() => jest.restoreAllMocks());

describe('the list', () => {
  it('says who did what for whom, with both values of a change', async () => {
    await open('', [
      entry(2, {
        actedAs: { id: '5', name: 'Inga Internal', email: 'inga@lab.example', isDeleted: false },
        changes: [
          { field: 'Role', before: 'Client', after: 'Internal' },
          { field: 'Clients', before: 'Aurelis', after: null },
        ],
        details: [{ label: 'Reason', text: 'asked by phone' }],
      }),
      entry(1, {
        action: 'login.oidc-refused',
        actor: null,
        account: { ...tara, name: 'Tara Target (deleted)', isDeleted: true },
      }),
    ]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible();
    const [first, second] = await waitFor(() => {
      const found = rows();
      expect(found).toHaveLength(2);
      return found as [HTMLElement, HTMLElement];
    });
    expect(first).toHaveTextContent('Changed user');
    expect(within(first).getByRole('link', { name: 'Ada Byron' })).toHaveAttribute('href', '/admin/user/900');
    expect(within(first).getByRole('link', { name: 'Inga Internal' })).toBeVisible();
    expect(within(first).getByRole('link', { name: 'Tara Target' })).toBeVisible();
    expect(first).toHaveTextContent('Role: Client → Internal');
    expect(first).toHaveTextContent('Clients: Aurelis → none');
    expect(first).toHaveTextContent('Reason: asked by phone');
    expect(second).toHaveTextContent('Not signed in');
    expect(second).toHaveTextContent('Sign-in refused');
    expect(second).toHaveTextContent('Tara Target (deleted)');
    expect(within(second).queryByRole('link')).toBeNull();
  });

  it('names a person who acted on their own account once on a phone', async () => {
    narrowWindow();
    await open('', [entry(2), entry(1, { action: 'login.password', account: ada })]);
    const [ofOther, own] = await screen.findAllByRole('listitem');
    expect(ofOther).toHaveTextContent(/Ada Byron.*Account.*Tara Target/);
    expect(within(own!).getByRole('link', { name: 'Ada Byron' })).toBeVisible();
    expect(own).not.toHaveTextContent('Account');
  });

  it('adds older events below', async () => {
    const { server, user } = await open('', [entry(9)], '9');
    const button = await screen.findByRole('button', { name: 'Show older events' });
    server.failures.set(call, { data: { items: [entry(3)], next: null } });
    await user.click(button);
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(lastQuery(server)).toEqual({ before: '9' });
    expect(screen.queryByRole('button', { name: 'Show older events' })).toBeNull();
  });
});

describe('the filters', () => {
  it('are kept in the URL, and sent as whole days of this time zone', async () => {
    const { server, user, router } = await open('?from=2026-11-02&to=2026-11-03');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(lastQuery(server)).toEqual({
      from: new Date('2026-11-02T00:00:00').toISOString(),
      to: new Date('2026-11-04T00:00:00').toISOString(),
    });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Deleted user');
    await user.type(screen.getByRole('searchbox', { name: 'Search by name or email' }), 'tara');
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
        query: 'tara',
        action: 'user.delete',
        from: '2026-11-02',
        to: '2026-11-03',
      }),
    );
    await waitFor(() => expect(lastQuery(server)).toMatchObject({ action: 'user.delete', person: 'tara' }));
  });

  it('ignore what is not valid in a link', async () => {
    const { server } = await open('?from=2026-02-31&action=nonsense');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(lastQuery(server)).toEqual({});
  });

  it('are removed when nothing matches', async () => {
    const { router, user } = await open('?query=zz', []);
    expect(await screen.findByText('No event matches the filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all events' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(await screen.findByText('There are no events yet.')).toBeVisible();
  });
});

describe('the states', () => {
  it('shows why the events cannot be loaded, and tries again', async () => {
    const { server, user } = await openScreen(routes, '/admin/audit-log', {
      prepare: ({ failures }) => failures.set(call, { status: 500, message: 'Service unavailable.' }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Service unavailable.');
    server.failures.set(call, { data: { items: [entry(1)], next: null } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  it('shows a refusal without a retry', async () => {
    await openScreen(routes, '/admin/audit-log', {
      prepare: ({ failures }) => failures.set(call, { status: 403, code: 'forbidden', message: 'No.' }),
    });
    expect(await screen.findByText('You do not have access to the audit log')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('the export', () => {
  it('has the same filters, and says why it failed', async () => {
    const { server, user } = await open('?action=user.create&query=tara');
    server.failures.set('POST /api/audit-events/export', { status: 500, message: 'Disk full.' });
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByText('The file could not be created. Disk full.')).toBeVisible();
    expect(server.callsOf('POST /api/audit-events/export').map(({ body }) => body)).toEqual([
      { person: 'tara', action: 'user.create' },
    ]);
  });
});

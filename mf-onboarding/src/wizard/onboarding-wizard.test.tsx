import '@testing-library/jest-dom';
import { signInAs, testUser } from '@readerlens/auth/testing';
import { closeAreas, enterText, onClose, renderArea } from '@readerlens/ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { OnboardingForm } from '../form/form.queries.ts';
import { startOnboardingServer, testForm } from '../testing/onboarding-server.ts';
import { OnboardingWizardScreen } from './onboarding-wizard.screen.tsx';

const routes = [
  { path: '/', element: <h1>Start</h1> },
  { path: '/admin/onboarding-list', element: <h1>Forms</h1> },
  { path: '/onboarding/:id?/:step?', Component: OnboardingWizardScreen },
];

const open = async (address: string, change: Partial<OnboardingForm> = {}) => {
  const server = await startOnboardingServer(testForm(change));
  onClose(server.stop);
  return { server, ...renderArea(routes, address) };
};

// jsdom has no layout, but the editor requests the position of its selection.
beforeAll(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
beforeEach(() => signInAs(testUser({ id: '7', role: 'Client', claims: [], firstName: 'Cleo' })));
afterEach(closeAreas);

const field = (name: string) => screen.findByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save and Continue' });
const steps = () => within(screen.getByRole('navigation', { name: 'Steps of the onboarding form' }));

describe('the steps', () => {
  it('leave out Basic Info for clients, and open up to the furthest one', async () => {
    const { router, user } = await open('/onboarding/f1/0', { lastStepCompleted: 0 });
    expect(await screen.findByText('Welcome, Cleo!')).toBeVisible();
    expect(steps().queryByText('Basic Info')).toBeNull();
    expect(steps().queryByRole('button', { name: /Contacts/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Click here to Continue' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/onboarding/f1/2'));
  });

  it.each([
    ['/onboarding/f1/1', 0, '/onboarding/f1/0'],
    ['/onboarding/f1/5', 0, '/onboarding/f1/2'],
    ['/onboarding/f1/9', 4, '/onboarding/f1/5'],
    ['/onboarding/f1', 2, '/onboarding/f1/3'],
  ])('%s with %i saved leads to %s', async (address, lastStepCompleted, to) => {
    const { router } = await open(address, { lastStepCompleted });
    await screen.findByRole('navigation', { name: 'Steps of the onboarding form' });
    await waitFor(() => expect(router.state.location.pathname).toBe(to));
  });

  it.each([
    [{ isSubmitted: true, mayEdit: false }, 'This form has been submitted. It can no longer be changed.'],
    [{ isExpired: true, mayEdit: false }, 'This form expired on May 31, 2026. Ask for it to be sent again.'],
  ])('are read-only with %j', async (change, text) => {
    await open('/onboarding/f1/2', change);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save and Continue' })).toBeNull();
  });

  it('refuse a form of somebody else', async () => {
    const server = await startOnboardingServer(testForm());
    onClose(server.stop);
    server.failures.set('GET /api/onboarding/f1', { status: 403, code: 'forbidden', message: 'No.' });
    renderArea(routes, '/onboarding/f1/0');
    expect(await screen.findByText('You do not have access to this onboarding form')).toBeVisible();
  });
});

describe('Company Info', () => {
  it('saves a field when the focus leaves it, without completing the step', async () => {
    const { server, user } = await open('/onboarding/f1/2', { lastStepCompleted: 1 });
    await user.clear(await field('City'));
    await user.type(await field('City'), 'Bern');
    await user.tab();
    expect(await screen.findByText(/^Saved \d\d:\d\d$/)).toBeVisible();
    const call = 'PATCH /api/onboarding/f1/company-info';
    expect(server.callsOf(call).map(({ body }) => body)).toEqual([
      { city: 'Bern', version: 3, isDraft: true },
    ]);
  });

  it('keeps a draft that could not be saved, says so, and sends it with the step', async () => {
    const { server, user, router } = await open('/onboarding/f1/2');
    const call = 'PATCH /api/onboarding/f1/company-info';
    server.failures.set(call, { status: 500, message: 'Service unavailable.' });
    await user.type(await field('Phone'), '5');
    await user.tab();
    expect(await screen.findByText('Not saved: the server cannot be reached')).toBeVisible();
    server.failures.clear();
    await user.click(save());
    await waitFor(() => expect(router.state.location.pathname).toBe('/onboarding/f1/3'));
    expect(server.callsOf(call).at(-1)?.body).toMatchObject({ phone: '5', isDraft: false });
  });

  it('says why a draft is refused when the right to the form was withdrawn meanwhile, and keeps it', async () => {
    const { server, user } = await open('/onboarding/f1/2');
    const message = 'You do not have access to this onboarding form.';
    const refused = { status: 403, code: 'forbidden', message } as const;
    server.failures.set('PATCH /api/onboarding/f1/company-info', refused);
    await user.type(await field('Phone'), '5');
    await user.tab();
    expect(await screen.findByText(`Not saved: ${message}`)).toBeVisible();
    expect(await field('Phone')).toHaveValue('5');
    await user.click(save());
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('turns read-only when the form expires before a draft is saved', async () => {
    const { server, user } = await open('/onboarding/f1/2');
    await user.type(await field('Phone'), '5');
    server.state.form = { ...server.state.form, isExpired: true, mayEdit: false };
    const message = 'This form has expired.';
    const refused = { status: 409, code: 'conflict', message } as const;
    server.failures.set('PATCH /api/onboarding/f1/company-info', refused);
    await user.tab();
    expect(
      await screen.findByText('This form expired on May 31, 2026. Ask for it to be sent again.'),
    ).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('names what is required at its field, and focuses the first one', async () => {
    const { user } = await open('/onboarding/f1/2');
    await user.clear(await field('City'));
    await user.click(save());
    expect(await screen.findByText('The city field is required')).toBeVisible();
    expect(await field('City')).toHaveFocus();
  });
});

describe('two people on one form', () => {
  const call = 'PATCH /api/onboarding/f1/company-info';
  const conflict = {
    status: 409,
    code: 'conflict',
    message: 'Somebody else has changed the same field.',
    details: [{ path: 'phone', message: 'Somebody else has changed this field.' }],
  } as const;
  type Opened = Awaited<ReturnType<typeof open>>;

  /** Somebody else saves, which this page learns when it saves or looks. */
  const saveByOthers = ({ server }: Opened, companyInfo: Partial<OnboardingForm['companyInfo']>) => {
    const { form } = server.state;
    server.state.form = {
      ...form,
      version: form.version + 1,
      companyInfo: { ...form.companyInfo, ...companyInfo },
    };
  };
  const lookAgain = async ({ queryClient }: Opened) => queryClient.refetchQueries();
  const both = () => screen.findByRole('group', { name: 'Phone' });

  it('what only the other changed appears, also in the editor; what was typed stays', async () => {
    const page = await open('/onboarding/f1/2');
    await page.user.type(await field('Phone'), '5');
    saveByOthers(page, { city: 'Bern', profile: '<p>Theirs</p>' });
    await lookAgain(page);
    await waitFor(async () => expect(await field('City')).toHaveValue('Bern'));
    expect(await field('Phone')).toHaveValue('5');
    expect(await field('Company Profile')).toHaveTextContent('Theirs');
    expect(screen.queryByRole('group', { name: 'Two versions' })).toBeNull();
  });

  it.each([
    ['looks', (page: Opened) => lookAgain(page)],
    [
      'saves',
      async ({ server, user }: Opened) => {
        server.failures.set(call, conflict);
        await user.tab();
        await both();
        server.failures.clear();
      },
    ],
  ])('both versions of a field are shown when the page %s; mine can be kept', async (_, learn) => {
    const page = await open('/onboarding/f1/2');
    const { server, user } = page;
    await user.type(await field('Phone'), '5');
    saveByOthers(page, { phone: '7' });
    await learn(page);
    expect(await both()).toHaveTextContent(/Your version5.*Their version7/);
    expect(screen.getByText('Not saved: choose a version above')).toBeVisible();
    await user.click(save());
    expect(await screen.findByText('Choose between the two versions first.')).toBeVisible();
    const before = server.callsOf(call).length;
    await user.click(screen.getByRole('button', { name: /^Keep mine.*Phone$/ }));
    expect(await field('Phone')).toHaveFocus();
    await waitFor(() => expect(server.callsOf(call)).toHaveLength(before + 1));
    expect(server.callsOf(call).at(-1)?.body).toEqual({ phone: '5', version: 4, isDraft: true });
    expect(screen.queryByRole('group', { name: 'Two versions' })).toBeNull();
  });

  it('theirs can be taken, formatted text too', async () => {
    const profile = '<p>Mine</p>';
    const page = await open('/onboarding/f1/2', { companyInfo: { ...testForm().companyInfo, profile } });
    const { server, user } = page;
    await field('Company Profile');
    fireEvent.click(screen.getByRole('button', { name: 'Quote' }));
    saveByOthers(page, { profile: '<p>The <strong>other</strong></p>' });
    await lookAgain(page);
    const versions = await screen.findByRole('group', { name: 'Company Profile' });
    expect(versions).toHaveTextContent(/Your versionMine.*Their versionThe other/);
    await user.click(within(versions).getByRole('button', { name: /^Take theirs/ }));
    expect(await field('Company Profile')).toHaveTextContent('The other');
    expect(server.callsOf(call)).toEqual([]);
    await user.click(save());
    await waitFor(() => expect(server.callsOf(call)).toHaveLength(1));
    expect(server.callsOf(call)[0]?.body).toEqual({ version: 4, isDraft: false });
  });

  it('what this page saved is no change of somebody else', async () => {
    const page = await open('/onboarding/f1/2');
    await page.user.type(await field('Phone'), '5');
    await page.user.tab();
    expect(await screen.findByText(/^Saved \d\d:\d\d$/)).toBeVisible();
    await page.user.type(await field('Phone'), '6');
    await lookAgain(page);
    expect(await field('Phone')).toHaveValue('56');
    expect(screen.queryByRole('group', { name: 'Two versions' })).toBeNull();
  });

  it('both lists of contacts are shown', async () => {
    const page = await open('/onboarding/f1/3');
    const { server, user } = page;
    await enterText(user, await field('First Name'), 'Io');
    await enterText(user, await field('Last Name'), 'Vane');
    await enterText(user, await field('Email'), 'io@norvane.example');
    await user.click(screen.getByRole('button', { name: 'Add Contact' }));
    const { form } = server.state;
    const contacts = [{ id: 'c9', firstName: 'Bo', lastName: 'Other', email: 'bo@norvane.example' }];
    server.state.form = { ...form, version: 4, contacts };
    const post = 'POST /api/onboarding/f1/company-contacts';
    server.failures.set(post, { ...conflict, details: [] });
    await user.click(save());
    const lists = await screen.findByRole('group', { name: 'Contacts' });
    expect(lists).toHaveTextContent(/Your versionAda Löwe, .*Io Vane, .*Their versionBo Other, /);
    server.failures.clear();
    await user.click(within(lists).getByRole('button', { name: /^Keep mine/ }));
    await user.click(save());
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/onboarding/f1/4'));
    expect(server.callsOf(post).at(-1)?.query.get('version')).toBe('4');
  });

  it('a form that the other has submitted is shown read-only, with words', async () => {
    const { server, user } = await open('/onboarding/f1/2');
    await user.type(await field('Phone'), '5');
    server.state.form = { ...server.state.form, isSubmitted: true, mayEdit: false };
    server.failures.set(call, { ...conflict, message: 'This form has been submitted already.', details: [] });
    await user.tab();
    expect(
      await screen.findByText('This form has been submitted. It can no longer be changed.'),
    ).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('Logos', () => {
  const logo = { id: 'l1', name: 'logo.png', logoUrl: null, size: 9, isHeld: false, problem: null };
  const withLogos = (...logos: OnboardingForm['companyInfo']['logos']) => ({
    companyInfo: { ...testForm().companyInfo, logos },
  });

  it('say that they are being prepared, until they can be opened', async () => {
    const { server } = await open('/onboarding/f1/2', withLogos({ ...logo, state: 'Preparing' }));
    expect(await screen.findByText('Being prepared…')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'logo.png' })).toBeNull();
    server.state.form = testForm(withLogos({ ...logo, state: 'Ready', logoUrl: '/api/files/t' }));
    expect(await screen.findByRole('link', { name: 'logo.png' }, { timeout: 120_000 })).toHaveAttribute(
      'href',
      '/api/files/t',
    );
    expect(screen.queryByText('Being prepared…')).toBeNull();
  });

  it('say why they cannot be used', async () => {
    const problem = 'The image has more than 50 megapixels.';
    await open('/onboarding/f1/2', withLogos({ ...logo, state: 'Failed', problem }));
    expect(await screen.findByRole('alert')).toHaveTextContent(problem);
    expect(screen.getByRole('button', { name: 'Delete logo logo.png' })).toBeVisible();
  });

  const held = withLogos({ ...logo, state: 'Ready', isHeld: true });

  it('that were not scanned wait for staff', async () => {
    await open('/onboarding/f1/2', held);
    expect(await screen.findByText('Not scanned for viruses. Staff will check it.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Allow logo.png' })).toBeNull();
  });

  it('that were not scanned can be allowed by staff', async () => {
    signInAs(testUser({ id: '8', role: 'Internal', claims: [], firstName: 'Ida' }));
    const { server, user } = await open('/onboarding/f1/2', held);
    const call = 'POST /api/onboarding/f1/file/l1/allow';
    server.failures.set(call, { data: null, message: 'Allowed.' });
    await user.click(await screen.findByRole('button', { name: 'Allow logo.png' }));
    expect(await screen.findByText('Allowed.')).toBeVisible();
    expect(server.callsOf(call)).toHaveLength(1);
  });
});

describe('Contacts', () => {
  const add = () => screen.getByRole('button', { name: 'Add Contact' });
  const type = async (user: Awaited<ReturnType<typeof open>>['user'], email: string) => {
    await enterText(user, await field('First Name'), 'Io');
    await enterText(user, await field('Last Name'), 'Vane');
    await enterText(user, await field('Email'), email);
    await user.click(add());
  };

  it('are added here, and stored by Save and Continue', async () => {
    const { server, user, leaveQuestion } = await open('/onboarding/f1/3');
    await type(user, 'io@norvane.example');
    expect(await screen.findByRole('button', { name: 'Delete contact io@norvane.example' })).toBeVisible();
    expect(await field('First Name')).toHaveFocus();
    expect(leaveQuestion()).toBeDefined();
    const call = 'POST /api/onboarding/f1/company-contacts';
    expect(server.callsOf(call)).toEqual([]);
    await user.click(save());
    await waitFor(() => expect(server.callsOf(call)).toHaveLength(1));
    expect(server.callsOf(call)[0]?.body).toMatchObject([
      { id: 'c1', email: 'ada@norvane.example' },
      { firstName: 'Io', lastName: 'Vane', email: 'io@norvane.example' },
    ]);
  });

  it('have an address only once, and every part', async () => {
    const { user } = await open('/onboarding/f1/3');
    await field('Email');
    expect(screen.queryByText('Email Is Required')).toBeNull();
    await user.click(add());
    for (const text of ['First Name Is Required', 'Last Name Is Required', 'Email Is Required'])
      expect(await screen.findByText(text)).toBeVisible();
    await type(user, 'ADA@norvane.example');
    expect(await screen.findByText('Email is already added, must be unique.')).toBeVisible();
  });

  it('are deleted after a question', async () => {
    const { user } = await open('/onboarding/f1/3');
    await user.click(await screen.findByRole('button', { name: 'Delete contact ada@norvane.example' }));
    const question = await screen.findByRole('alertdialog', {
      name: 'Are you sure you want to delete this contact?',
    });
    await user.click(within(question).getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText("Deleted contact 'ada@norvane.example'")).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Delete contact/ })).toBeNull();
  });
});

describe('Confirm', () => {
  const submit = () => screen.findByRole('button', { name: 'Finish and Submit' });

  it('submits, and thanks', async () => {
    const { user } = await open('/onboarding/f1/5');
    expect(await screen.findByText('Almost there!')).toBeVisible();
    await user.click(await submit());
    expect(await screen.findByText('Perfect, Thank you!')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/');
  });

  it('leads staff to the list', async () => {
    signInAs(testUser({ id: '8', role: 'Internal', claims: ['manageOnboardingForms'] }));
    const { user, router } = await open('/onboarding/f1/5');
    await user.click(await submit());
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/onboarding-list'));
    expect(screen.queryByText('Perfect, Thank you!')).toBeNull();
  });

  it('names what is missing, with links to its step', async () => {
    await open('/onboarding/f1/5', { companyInfo: { ...testForm().companyInfo, city: '' } });
    expect(await submit()).toBeDisabled();
    const missing = screen.getByText(/The city field is required/);
    expect(within(missing).getByRole('link', { name: 'Company Info' })).toHaveAttribute(
      'href',
      '/onboarding/f1/2',
    );
  });

  it('says that submitting failed', async () => {
    const { server, user } = await open('/onboarding/f1/5');
    server.failures.set('PATCH /api/onboarding/f1', { status: 500, message: 'Service unavailable.' });
    await user.click(await submit());
    expect(await screen.findByText('An error was encountered when submitting the form')).toBeVisible();
  });
});

import '@testing-library/jest-dom';
import { signInAs, testUser } from '@readerlens/auth/testing';
import { closeAreas, onClose, renderArea } from '@readerlens/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import type { OnboardingForm } from '../form/form.queries.ts';
import { startOnboardingServer, testForm } from '../testing/onboarding-server.ts';
import { OnboardingWizardScreen } from './onboarding-wizard.screen.tsx';

const routes = [
  { path: '/', element: <h1>Start</h1> },
  { path: '/onboarding/:id?/:step?', Component: OnboardingWizardScreen },
];

const open = async (address: string, change: Partial<OnboardingForm> = {}) => {
  const server = await startOnboardingServer(testForm(change));
  onClose(server.stop);
  return { server, ...renderArea(routes, address) };
};

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

  it('names what is required at its field, and focuses the first one', async () => {
    const { user } = await open('/onboarding/f1/2');
    await user.clear(await field('City'));
    await user.click(save());
    expect(await screen.findByText('The city field is required')).toBeVisible();
    expect(await field('City')).toHaveFocus();
  });

  it('shows at its field what somebody else has changed, and offers to read it', async () => {
    const { server, user } = await open('/onboarding/f1/2');
    await user.type(await field('Phone'), '5');
    server.failures.set('PATCH /api/onboarding/f1/company-info', {
      status: 409,
      code: 'conflict',
      message: 'Somebody else has changed the same field.',
      details: [{ path: 'phone', message: 'Somebody else has changed this field.' }],
    });
    await user.click(save());
    expect(await screen.findByText('Somebody else has changed this field.')).toBeVisible();
    expect(await field('Phone')).toHaveValue('5');
  });
});

describe('Contacts', () => {
  const add = () => screen.getByRole('button', { name: 'Add Contact' });
  const type = async (user: Awaited<ReturnType<typeof open>>['user'], email: string) => {
    await user.type(await field('First Name'), 'Io');
    await user.type(await field('Last Name'), 'Vane');
    await user.type(await field('Email'), email);
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

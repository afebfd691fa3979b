import '@testing-library/jest-dom';
import { signInAs, testUser } from '@readerlens/auth/testing';
import { closeAreas, onClose, renderArea } from '@readerlens/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import type { OnboardingForm } from '../form/form.queries.ts';
import { startOnboardingServer, testForm } from '../testing/onboarding-server.ts';
import { OnboardingPreviewScreen } from './onboarding-preview.screen.tsx';

const routes = [{ path: '/admin/onboarding/:id', Component: OnboardingPreviewScreen }];
const read = 'GET /api/onboarding/f1';
const change = 'PATCH /api/manage-onboarding/f1/reminder';

const open = async (form: Partial<OnboardingForm> = {}) => {
  const server = await startOnboardingServer(testForm(form));
  onClose(server.stop);
  return { server, ...renderArea(routes, '/admin/onboarding/f1') };
};

beforeEach(() => signInAs(testUser({ id: '1', role: 'Internal' })));
afterEach(closeAreas);

describe('downloads', () => {
  it.each([
    ['Download PDF', 'pdf'],
    ['Download All Files', 'zip'],
  ])('%s opens a link that the server gives out', async (name, format) => {
    const opened: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      opened.push(this.href);
    });
    const { server, user } = await open();
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() =>
      expect(opened).toEqual([expect.stringMatching(/\/api\/onboarding-download\/token$/)]),
    );
    expect(server.callsOf('POST /api/onboarding/f1/download').map(({ body }) => body)).toEqual([{ format }]);
    jest.restoreAllMocks();
  });

  it('say that they failed', async () => {
    const { server, user } = await open();
    server.failures.set('POST /api/onboarding/f1/download', { status: 500 });
    await user.click(await screen.findByRole('button', { name: 'Download PDF' }));
    expect(await screen.findByText('The file could not be downloaded')).toBeVisible();
  });
});

describe('reminders', () => {
  const reminder = { afterDays: 7, sent: 1, lastSentAt: '2026-03-10T12:00:00.000Z' };
  const days = () => screen.findByRole('textbox', { name: 'Remind after days without activity' });

  it('are chosen, and say what was sent', async () => {
    const { server, user } = await open({ reminder });
    expect(await screen.findByText('Reminder sent on 2026-03-10 (1 of 3).')).toBeVisible();
    expect(screen.getByText('Last activity on 2026-03-03.')).toBeVisible();
    await user.clear(await days());
    await user.type(await days(), '91');
    await user.click(screen.getByRole('button', { name: 'Save Reminders' }));
    expect(await screen.findByText('Please enter a number from 0 to 90')).toBeVisible();
    await user.clear(await days());
    await user.type(await days(), '14');
    await user.click(screen.getByRole('button', { name: 'Save Reminders' }));
    expect(await screen.findByText('Saved the reminders')).toBeVisible();
    expect(server.callsOf(change).map(({ body }) => body)).toEqual([{ remindAfterDays: 14 }]);
    await waitFor(() => expect(server.callsOf(read).length).toBeGreaterThan(1));
  });

  it('of a closed form only say what was sent', async () => {
    await open({ reminder, isSubmitted: true, mayEdit: false });
    const card = within(await screen.findByRole('region', { name: 'Reminders' }));
    expect(card.getByText('Reminder sent on 2026-03-10 (1 of 3).')).toBeVisible();
    expect(card.queryByRole('textbox')).toBeNull();
  });

  it('are not shown to clients', async () => {
    await open();
    expect(await screen.findByRole('region', { name: 'Company Info' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Reminders' })).toBeNull();
  });
});

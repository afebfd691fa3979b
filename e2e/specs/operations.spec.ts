import { statesInBothSizes } from '../commands/looks.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';

const address = '/admin/operations';

test(
  'staff see background jobs, and the URL keeps their filters',
  { tag: mainStory },
  async ({ page, signedIn }) => {
    await signedIn('internal');
    await page.goto(address);
    await expect(shell(page).heading('Operations')).toBeVisible();
    await test.step('the cleanup of a new installation has run', async () => {
      const row = page
        .getByRole('table', { name: 'Kinds of jobs' })
        .getByRole('row')
        .filter({ hasText: 'Cleanup' });
      await expect(row.getByText('Done', { exact: true })).toBeVisible();
    });
    await test.step('a count links to its runs, by keyboard', async () => {
      await page.getByRole('link', { name: /done runs? of Cleanup/ }).focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\?kind=cleanup&state=done$/);
      await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('cleanup');
      await page.reload();
      await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('done');
      await expect(page.getByRole('table', { name: 'Runs' }).getByText('Cleanup').first()).toBeVisible();
    });
    await test.step('nothing failed', async () => {
      await page.getByRole('combobox', { name: 'State' }).selectOption('failed');
      await expect(page.getByText('No matches.')).toBeVisible();
    });
  },
);

const failedRun = {
  id: '0b6a1f0e-5a0f-4f6f-9d53-0d8c6a1b2c3d',
  kind: 'mail',
  ownerId: '7',
  about: 'somebody.with.a.long.name@subsidiary.of.a.company.example',
  slot: 'send',
  slotAt: '2026-03-02T10:00:00.000Z',
  missedSlots: 2,
  state: 'failed',
  attempts: 6,
  nextAt: null,
  startedAt: '2026-03-02T10:00:01.000Z',
  finishedAt: '2026-03-02T10:00:13.300Z',
  error: '550 5.1.1 <somebody.with.a.long.name@subsidiary.of.a.company.example> no such mailbox',
};

const alarms = [
  {
    condition: 'worker-stopped',
    severity: 'critical',
    since: '2026-03-02T10:00:00.000Z',
    what: 'No process does background work; the last one was server-1:4711. Mails, alerts and reports wait.',
    action: 'Start a process with WORKERS=on or WORKERS=only.',
    kinds: [],
  },
  {
    condition: 'deliveries-held',
    severity: 'critical',
    since: '2026-03-02T10:00:00.000Z',
    what: 'This database was restored from a backup. No alert, report, mail or webhook message is sent, nor a link to log in.',
    action: 'Check that this is the installation that shall send. Then release the deliveries here.',
    kinds: [],
  },
  {
    condition: 'disk-nearly-full',
    severity: 'warning',
    since: null,
    what: 'The disk of /var/lib/readerlens has 200 MB left.',
    action: 'Make space or enlarge the disk.',
    kinds: ['cleanup'],
  },
];

test.describe('how it looks', () => {
  test.use({ allowedConsole: failedRequest(503) });

  test('axe finds nothing on the operations page', async ({ page, signedIn }) => {
    await signedIn('internal');
    const retry = page.getByRole('button', { name: /^Retry Mail/ });
    const state = statesInBothSizes(page);
    await state('without failures', page.getByText('Cleanup').first(), () => page.goto(address));
    await page.route('**/api/operations/runs?*', (route) =>
      route.fulfill({
        json: { success: true, message: '', data: { items: [failedRun], total: 1 } },
      }),
    );
    await state('with a failed run', retry, () => page.goto(`${address}?state=failed`));
    await state('with the confirmation of a retry', page.getByRole('alertdialog'), () => retry.click());
    await page.route('**/api/operations/alarms', (route) =>
      route.fulfill({ json: { success: true, message: '', data: alarms } }),
    );
    await state('with alarms', page.getByText('No background work'), () => page.goto(address));
    await page.route('**/api/operations/jobs', (route) =>
      route.fulfill({
        status: 503,
        json: { success: false, message: 'Busy.', code: 'unavailable', requestId: 'x' },
      }),
    );
    await state('when it fails to load', page.getByText('Busy.'), () => page.goto(address));
  });
});

test('a retry queues the run after a confirmation', async ({ page, signedIn }) => {
  let retried = 0;
  await page.route('**/api/operations/runs?*', (route) =>
    route.fulfill({
      json: {
        success: true,
        message: '',
        data: retried > 0 ? { items: [], total: 0 } : { items: [failedRun], total: 1 },
      },
    }),
  );
  await page.route('**/api/operations/runs/*/retry', (route) => {
    retried += 1;
    return route.fulfill({ json: { success: true, message: '', data: null } });
  });
  await signedIn('internal');
  await page.goto(`${address}?state=failed`);
  await page.getByRole('button', { name: /^Retry Mail/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('The run is queued again.')).toBeVisible();
  await expect(page.getByText('No matches.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Filter runs' })).toBeFocused();
  expect(retried).toBe(1);
});

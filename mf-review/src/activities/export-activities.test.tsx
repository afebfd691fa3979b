import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import { activities } from '../testing/activities.ts';
import { closeReview, openReview, button, ready, signIn } from '../testing/open-review.tsx';

const exportCall = 'POST /api/export-activities-review';

beforeEach(() => signIn());
afterEach(closeReview);

describe('the export', () => {
  const saved: { blob: Blob; name: string }[] = [];
  let made: Blob;
  beforeEach(() => {
    saved.length = 0;
    URL.createObjectURL = (blob: Blob) => {
      made = blob;
      return 'blob:file';
    };
    URL.revokeObjectURL = () => {};
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push({ blob: made, name: this.download });
    });
  });

  const download = async (user: Awaited<ReturnType<typeof openReview>>['user'], entry: string) => {
    await user.click(button('Download'));
    await user.click(await screen.findByRole('menuitem', { name: entry }));
  };

  it('contains the selected rows, or all results', async () => {
    const { user, server } = await openReview(activities(12), '/?sort=Client&order=asc');
    await user.click(await ready('Select Reader 3, Guide 3'));
    await download(user, 'Selected rows (1)');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toBe('Activity Review Export.xlsx');
    await download(user, 'All results (12)');
    await waitFor(() => expect(saved).toHaveLength(2));
    const [some, all] = server.listBodies<object>(exportCall);
    expect(some).toMatchObject({
      action: 'export',
      sortCol: 'Client',
      engagementIds: [],
      customerRequestIds: ['a3'],
    });
    expect(all).not.toHaveProperty('engagementIds');
    expect(all).not.toHaveProperty('page');
  });

  it('reports when the file cannot be created', async () => {
    const { user, server } = await openReview(activities(1));
    await user.click(await ready());
    server.failures.set(exportCall, { status: 500, message: 'No room.' });
    await download(user, 'All results (1)');
    expect(await screen.findByText('The file could not be created. No room.')).toBeVisible();
    expect(saved).toEqual([]);
  });
});

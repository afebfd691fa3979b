import { startFakeApi } from '@readerlens/auth/testing';
import type { FakeApi } from '@readerlens/auth/testing';
import { findAlertMarks } from './alert-marks.ts';

let server: FakeApi;
beforeAll(async () => {
  server = await startFakeApi({
    'GET /api/notification-subjects': {
      data: [
        { kind: 'Organization', id: '9', alertId: 'a1', count: 1 },
        { kind: 'Reader', id: '5', alertId: 'a2', count: 3 },
      ],
    },
  });
});
afterAll(() => server.stop());

it('marks the readers and organizations with an alert, with one call for all rows', async () => {
  const { signal } = new AbortController();
  const rows = [{ organization: '9' }, { organization: '5' }, { reader: '5' }, { reader: '9' }, {}];
  expect(await findAlertMarks(rows, { signal })).toEqual([
    { text: 'Alert', to: '/notification/a1/1' },
    undefined,
    { text: '3 alerts', to: '/notifications/search' },
    undefined,
    undefined,
  ]);
  expect(server.calls).toHaveLength(1);
});

import { isSoak } from '@readerlens/filters/testing';
import { hasServer } from '../../../platform/testing/server-database.ts';
import {
  findAlertFaults,
  killAlertWorkersEmbedded,
  killAlertWorkersOnServer,
} from '../testing/alert-soak.ts';
import type { AlertKillResult } from '../testing/alert-soak.ts';

const foundIn = (result: AlertKillResult) => ({
  faults: Object.entries(findAlertFaults(result)).filter(([, count]) => count !== 0),
  results: result.results,
  mails: result.mails,
});
const buildExpected = (alerts: number) => ({ faults: [], results: alerts, mails: alerts * 3 });

// `pnpm soak alerts` kills at random times.
describe('workers of alerts killed with SIGKILL store one result per slot, and mail each recipient once', () => {
  const alerts = 12;

  if (hasServer)
    it('on PostgreSQL, after an API process that is killed as well has changed alerts', async () => {
      const result = await killAlertWorkersOnServer({ alerts });
      expect(foundIn(result)).toEqual(buildExpected(alerts));
      expect(result.changes).toBe(3);
    });

  if (isSoak || !hasServer)
    it('on the embedded engine', async () => {
      expect(foundIn(await killAlertWorkersEmbedded({ alerts }))).toEqual(buildExpected(alerts));
    });
});

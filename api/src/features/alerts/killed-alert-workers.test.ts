import { hasServer } from '../../platform/testing/server-database.ts';
import { alertFaultsOf, soakAlertsEmbedded, soakAlertsOnServer } from './testing/alert-soak.ts';
import type { AlertSoakResult } from './testing/alert-soak.ts';

const alerts = 30;
/** Of each process. */
const kills = 5;

const foundIn = (result: AlertSoakResult) => ({
  faults: Object.entries(alertFaultsOf(result)).filter(([, count]) => count !== 0),
  results: result.results,
  mails: result.mails,
});
const expected = { faults: [], results: alerts, mails: alerts * 3 };

describe('workers of alerts killed with SIGKILL store one result per slot, and mail each recipient once', () => {
  if (hasServer)
    it('on PostgreSQL with two workers, while an API process that is killed as well changes alerts', async () => {
      const result = await soakAlertsOnServer({ alerts, kills: 3 * kills });
      expect(foundIn(result)).toEqual(expected);
      expect(result.changes).toBeGreaterThan(0);
    }, 300_000);

  it('on the embedded engine with one process', async () => {
    expect(foundIn(await soakAlertsEmbedded({ alerts, kills }))).toEqual(expected);
  }, 300_000);
});

import { hasServer } from '../testing/server-database.ts';
import { faultsOf, soakEmbedded, soakServer } from './testing/soak.ts';
import type { SoakResult } from './testing/soak.ts';

const kills = 5;
/** No faults, and two mails per run. */
const noFaults = {
  doubled: 0,
  withoutEffects: 0,
  unsent: 0,
  missing: 0,
  secondIds: 0,
  failed: 0,
  extraMails: 0,
};

const foundFaults = (result: SoakResult) => ({
  ...faultsOf(result),
  extraMails: result.mails - 2 * (result.runs['soak done'] ?? 0),
});

describe('workers killed with SIGKILL', () => {
  if (hasServer)
    it('neither lose nor duplicate runs and mails, on a server with two workers', async () => {
      const result = await soakServer({ workers: 2, kills });
      expect(foundFaults(result)).toEqual(noFaults);
      expect(result.mails).toBeGreaterThan(20);
    }, 300_000);

  it('neither lose nor duplicate runs and mails, on the embedded engine', async () => {
    const result = await soakEmbedded({ kills });
    expect(foundFaults(result)).toEqual(noFaults);
    expect(result.mails).toBeGreaterThan(20);
  }, 300_000);
});

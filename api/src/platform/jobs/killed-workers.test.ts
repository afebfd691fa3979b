import { hasServer } from '../testing/server-database.ts';
import { faultsOf, soakEmbedded, soakServer } from './testing/soak.ts';
import type { SoakResult } from './testing/soak.ts';

const kills = 5;
/** No fault at all, two mails for each run, and enough of them to say something. */
const sound = {
  doubled: 0,
  withoutEffects: 0,
  unsent: 0,
  missing: 0,
  secondIds: 0,
  failed: 0,
  extraMails: 0,
};

const soundnessOf = (result: SoakResult) => ({
  ...faultsOf(result),
  extraMails: result.mails - 2 * (result.runs['soak done'] ?? 0),
});

describe('workers killed by kill -9', () => {
  if (hasServer)
    it('lose no run and no mail, and double none, on a server with two workers', async () => {
      const result = await soakServer({ workers: 2, kills });
      expect(soundnessOf(result)).toEqual(sound);
      expect(result.mails).toBeGreaterThan(20);
    }, 300_000);

  it('lose no run and no mail, and double none, on the embedded engine', async () => {
    const result = await soakEmbedded({ kills });
    expect(soundnessOf(result)).toEqual(sound);
    expect(result.mails).toBeGreaterThan(20);
  }, 300_000);
});

// pnpm soak [--kills N]: kills workers at random moments, on a PostgreSQL server (TEST_DATABASE_URL, else localhost) and
// on the embedded engine. Exits with code 1 if a run or mail is lost or duplicated.
import { parseArgs } from 'node:util';
import { faultsOf, soakEmbedded, soakServer } from '@readerlens/api/soak';
import type { SoakResult } from '@readerlens/api/soak';
import { log } from '../log.ts';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '50' } } });
const kills = Number(values.kills);
if (!Number.isInteger(kills) || kills < 1) {
  process.stderr.write('--kills must be a positive integer.\n');
  process.exit(2);
}

const report = (name: string, result: SoakResult) => {
  const { runs, mails, repeated, seconds } = result;
  const faults = Object.entries(faultsOf(result));
  log(`${name}: ${kills} workers killed in ${seconds} s`);
  log(
    `  runs: ${Object.entries(runs)
      .map(([state, count]) => `${count} ${state}`)
      .join(', ')}`,
  );
  log(`  mails: ${mails} arrived, ${repeated} of them duplicates with the same Message-ID`);
  log(`  faults: ${faults.map(([fault, count]) => `${count} ${fault}`).join(', ')}`);
  return faults.every(([, count]) => count === 0);
};

const isServerOk = report('PostgreSQL, two workers', await soakServer({ workers: 2, kills, log }));
const isEmbeddedOk = report('embedded engine, one process', await soakEmbedded({ kills, log }));
process.exit(isServerOk && isEmbeddedOk ? 0 : 1);

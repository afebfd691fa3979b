// pnpm soak [--kills N]: kills workers at random moments, on a PostgreSQL server (TEST_DATABASE_URL, else localhost) and
// on the embedded engine: first of schedules and mails, then of 500 alerts that are due at once. Exits with code 1 if a
// run or mail is lost or duplicated.
import { parseArgs } from 'node:util';
import { faultsOf, soakEmbedded, soakServer } from '@readerlens/api/soak';
import type { SoakResult } from '@readerlens/api/soak';
import { alertFaultsOf, soakAlertsEmbedded, soakAlertsOnServer } from '@readerlens/api/alert-soak';
import type { AlertSoakResult } from '@readerlens/api/alert-soak';
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

const alerts = 500;
const reportAlerts = (name: string, result: AlertSoakResult) => {
  const faults = Object.entries(alertFaultsOf(result));
  log(`${alerts} alerts, ${name}: each process killed ${kills} times in ${result.seconds} s`);
  log(`  ${result.results} results, ${result.mails} mails, ${result.changes} changes meanwhile`);
  log(`  faults: ${faults.map(([fault, count]) => `${count} ${fault}`).join(', ')}`);
  return faults.every(([, count]) => count === 0);
};
const areAlertsOk = [
  reportAlerts('PostgreSQL, two workers and the API', await soakAlertsOnServer({ alerts, kills: 3 * kills })),
  reportAlerts('embedded engine, one process', await soakAlertsEmbedded({ alerts, kills })),
].every(Boolean);
process.exit(isServerOk && isEmbeddedOk && areAlertsOk ? 0 : 1);

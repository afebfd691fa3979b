import { countFaults, soakEmbedded, soakServer } from '@readerlens/api/soak';
import type { SoakResult } from '@readerlens/api/soak';
import { findAlertFaults, soakAlertsEmbedded, soakAlertsOnServer } from '@readerlens/api/alert-soak';
import type { AlertSoakResult } from '@readerlens/api/alert-soak';
import { log } from '../log.ts';

const alerts = 500;

const reportFaults = (faults: Readonly<Record<string, number>>) => {
  const counts = Object.entries(faults);
  log(`  faults: ${counts.map(([fault, count]) => `${count} ${fault}`).join(', ')}`);
  return counts.every(([, count]) => count === 0);
};

const reportWorkers = (name: string, kills: number, result: SoakResult): boolean => {
  const { runs, mails, repeated, seconds } = result;
  const states = Object.entries(runs).map(([state, count]) => `${count} ${state}`);
  log(`${name}: ${kills} workers killed in ${seconds} s`);
  log(`  runs: ${states.join(', ')}`);
  log(`  mails: ${mails} arrived, ${repeated} of them duplicates with the same Message-ID`);
  return reportFaults({ ...countFaults(result) });
};

const reportAlerts = (name: string, kills: number, result: AlertSoakResult): boolean => {
  log(`${alerts} alerts, ${name}: each process killed ${kills} times in ${result.seconds} s`);
  log(`  ${result.results} results, ${result.mails} mails, ${result.changes} changes meanwhile`);
  return reportFaults({ ...findAlertFaults(result) });
};

/** Kills workers at random moments, on a PostgreSQL server and embedded. Returns whether no run or mail is lost or doubled. */
export const soakWorkers = async (kills: number): Promise<boolean> => {
  const onServer = reportWorkers(
    'PostgreSQL, two workers',
    kills,
    await soakServer({ workers: 2, kills, log }),
  );
  const embedded = reportWorkers('embedded engine, one process', kills, await soakEmbedded({ kills, log }));
  return onServer && embedded;
};

/** The same with 500 alerts that are due at once. */
export const soakAlerts = async (kills: number): Promise<boolean> => {
  const onServer = reportAlerts(
    'PostgreSQL, two workers and the API',
    kills,
    await soakAlertsOnServer({ alerts, kills: 3 * kills }),
  );
  const embedded = reportAlerts(
    'embedded engine, one process',
    kills,
    await soakAlertsEmbedded({ alerts, kills }),
  );
  return onServer && embedded;
};

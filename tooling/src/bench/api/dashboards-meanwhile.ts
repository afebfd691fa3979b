import type { Database } from '@readerlens/api';
import { benchCalls, benchFilters } from './bench-calls.ts';
import type { BenchServer } from './bench-server.ts';
import { biggestClient } from './biggest-client.ts';
import { median, repeatDuring, timed } from './timing.ts';

/** Medians of ten concurrent dashboard calls in milliseconds, without and during other work. */
export interface DashboardsMeanwhile {
  readonly idleMs: number;
  readonly busyMs: number;
  readonly busyRatio: number;
  readonly busyMaxMs: number;
}

/** Rounds during the work for each one without it: work that waits for people would otherwise take very long. */
const busyRounds = 8;

/** Measures the dashboard of the biggest client alone, `rounds` times, and then during the work. */
export const dashboardsMeanwhile = async (
  db: Database,
  { client }: BenchServer,
  rounds: number,
  work: () => Promise<unknown>,
): Promise<DashboardsMeanwhile> => {
  const { clientId, range } = await biggestClient(db);
  const [plain] = benchFilters(clientId, range);
  const body = JSON.stringify(plain?.body);
  const calls = () => Promise.all(benchCalls.map(({ url }) => client.post(url, body)));
  await calls();
  const idle: number[] = [];
  for (let round = 0; round < rounds; round += 1) idle.push(await timed(calls));
  const busy = await repeatDuring(work(), calls, rounds * busyRounds);
  return {
    idleMs: median(idle),
    busyMs: median(busy),
    busyRatio: median(busy) / median(idle),
    busyMaxMs: Math.max(...busy),
  };
};

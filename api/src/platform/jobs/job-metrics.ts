import { sql } from 'kysely';
import { Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Database } from '../db/index.ts';
import type { Clock } from './clock.ts';
import { readOldestDue } from './oldest-due.ts';
import type { AttemptEnd } from './runner.ts';

export interface JobMetrics {
  readonly observe: (kind: string, end: AttemptEnd, seconds: number) => void;
}

/** The number of runs in a state. Queued runs are `due` when their time has come, and `waiting` before. */
export interface RunCount {
  readonly kind: string;
  readonly state: 'due' | 'waiting' | 'running' | 'failed';
  readonly runs: number;
}

/** Counts the queued, running and failed runs by kind and state. */
const countRuns = async ({ kysely }: Database, now: Date): Promise<RunCount[]> => {
  const state = sql<RunCount['state']>`
    CASE WHEN state <> 'queued' THEN state WHEN next_at <= ${now} THEN 'due' ELSE 'waiting' END`;
  return kysely
    .selectFrom('job_run')
    .select(({ fn }) => ['kind', state.as('state'), fn.countAll<number>().as('runs')])
    .where('state', 'in', ['queued', 'running', 'failed'])
    .groupBy(['kind', sql`2`])
    .orderBy('kind')
    .execute();
};

/**
 * Registers `job_runs` and `job_oldest_due_seconds`, read from the database at each scrape, and
 * `job_run_duration_seconds` of this process.
 */
export const createJobMetrics = (registry: Registry, db: Database, clock: Clock): JobMetrics => {
  registry.registerMetric(
    new Gauge({
      name: 'job_runs',
      help: 'Runs by kind and state, in all processes',
      labelNames: ['kind', 'state'],
      registers: [],
      async collect() {
        this.reset();
        // An unreachable database must not hide the other metrics.
        const counts = await countRuns(db, clock()).catch((): RunCount[] => []);
        for (const { kind, state, runs } of counts) this.set({ kind, state }, runs);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'job_oldest_due_seconds',
      help: 'Time since the oldest slot or run that should have started, by kind, in all processes',
      labelNames: ['kind'],
      registers: [],
      async collect() {
        this.reset();
        const now = clock();
        const oldest = await readOldestDue(db.kysely, now).catch(() => new Map<string, Date>());
        for (const [kind, since] of oldest) this.set({ kind }, (now.getTime() - since.getTime()) / 1000);
      },
    }),
  );
  const durations = new Histogram({
    name: 'job_run_duration_seconds',
    help: 'Time of one attempt of a run in this process',
    labelNames: ['kind', 'end'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
    registers: [registry],
  });
  return { observe: (kind, end, seconds) => durations.observe({ kind, end }, seconds) };
};

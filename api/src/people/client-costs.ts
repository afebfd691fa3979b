import type { CostPayer } from '@readerlens/contract';
import { sql } from 'kysely';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import { meterUse } from '../platform/caller.ts';
import type { Database } from '../platform/db/index.ts';
import type { Clock, LeasedRun, RunMeter } from '../platform/jobs/index.ts';
import type { Session } from './session.ts';

/** For whom a call or a run is counted: a client by its id, or the others together. */
export type Payer = number | Exclude<CostPayer, 'client'>;

/**
 * A person with several clients is counted with all others of that kind: what a call is about is in its filters, and a part for
 * each client would be a guess. An impersonated call is work of staff.
 */
export const findCostPayer = (session: Pick<Session, 'scope' | 'impersonator'> | undefined): Payer => {
  if (!session) return 'none';
  const { clientIds } = session.scope;
  if (session.impersonator || clientIds === 'all') return 'staff';
  const [first, ...others] = clientIds;
  if (first === undefined) return 'none';
  return others.length > 0 ? 'several' : first;
};

/** The client for which what a person causes is counted, if it is a single one. */
export const findCostClient = (session: Parameters<typeof findCostPayer>[0]): number | null => {
  const payer = findCostPayer(session);
  return typeof payer === 'number' ? payer : null;
};

export interface Cost {
  readonly calls?: number;
  readonly refused?: number;
  readonly seconds?: number;
  readonly backgroundSeconds?: number;
  readonly databaseSeconds?: number;
}

export interface ClientCosts extends RunMeter {
  readonly count: (payer: Payer, cost: Cost) => void;
  /** Says who pays for a run that belongs to an account. Others count for their client. */
  readonly setPayer: (run: LeasedRun, payer: Payer) => void;
  /** Does a part of a run whose cost counts for another payer than the rest, also if it fails. */
  readonly countPart: <T>(run: LeasedRun, payer: Payer, work: () => Promise<T>) => Promise<T>;
  /** Adds what has been counted since the last time to the sums of all processes. What cannot be stored is kept for the next time. */
  readonly store: () => Promise<void>;
}

interface Options {
  readonly db: Database;
  readonly registry: Registry;
  readonly clock: Clock;
  /** Replaced in tests. */
  readonly now?: () => number;
}

interface Sum extends Required<Cost> {
  readonly payer: Payer;
  /** ISO 8601. */
  readonly hour: string;
}

type Sums = Map<string, Sum>;

const add = (sums: Sums, { payer, hour, ...cost }: Cost & Pick<Sum, 'payer' | 'hour'>): void => {
  const key = `${hour} ${payer}`;
  const sum = sums.get(key);
  sums.set(key, {
    payer,
    hour,
    calls: (sum?.calls ?? 0) + (cost.calls ?? 0),
    refused: (sum?.refused ?? 0) + (cost.refused ?? 0),
    seconds: (sum?.seconds ?? 0) + (cost.seconds ?? 0),
    backgroundSeconds: (sum?.backgroundSeconds ?? 0) + (cost.backgroundSeconds ?? 0),
    databaseSeconds: (sum?.databaseSeconds ?? 0) + (cost.databaseSeconds ?? 0),
  });
};

/**
 * Stores in the order of the key, so that two processes cannot lock each other out, and without clients that were deleted meanwhile.
 * Returns the clients of what is stored.
 */
const storeSums = async ({ kysely }: Database, sums: Sums): Promise<Set<number>> => {
  const rows = [...sums.values()].map(({ payer, backgroundSeconds, databaseSeconds, ...sum }) => ({
    ...sum,
    payer: typeof payer === 'number' ? 'client' : payer,
    client_id: typeof payer === 'number' ? payer : null,
    background_seconds: backgroundSeconds,
    database_seconds: databaseSeconds,
  }));
  const stored = await sql<{ client_id: number | null }>`
    INSERT INTO client_cost (hour, payer, client_id, calls, refused, seconds, background_seconds, database_seconds)
    SELECT hour, payer, client_id, calls, refused, seconds, background_seconds, database_seconds
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS counted
      (hour timestamptz, payer text, client_id integer, calls integer, refused integer,
       seconds double precision, background_seconds double precision, database_seconds double precision)
    WHERE client_id IS NULL OR EXISTS (SELECT FROM client WHERE client.id = counted.client_id)
    ORDER BY hour, payer, client_id
    ON CONFLICT (hour, payer, client_id) DO UPDATE SET
      calls = client_cost.calls + excluded.calls,
      refused = client_cost.refused + excluded.refused,
      seconds = client_cost.seconds + excluded.seconds,
      background_seconds = client_cost.background_seconds + excluded.background_seconds,
      database_seconds = client_cost.database_seconds + excluded.database_seconds
    RETURNING client_id`.execute(kysely);
  return new Set(stored.rows.flatMap(({ client_id }) => client_id ?? []));
};

const createCounters = (registry: Registry) => {
  const create = (name: string, help: string) =>
    new Counter({
      name,
      help: `${help}, by client, in this process`,
      labelNames: ['client_id'],
      registers: [registry],
    });
  return {
    calls: create('client_calls_total', 'Calls'),
    refused: create('client_refused_calls_total', 'Calls that were refused because of a limit or of load'),
    seconds: create('client_call_seconds_total', 'Time from the request to the end of the answer'),
    backgroundSeconds: create('client_background_seconds_total', 'Time that runs of background work took'),
    databaseSeconds: create('client_database_seconds_total', 'Use of sessions of the database'),
  };
};

/** Counts what calls and background work cost by client: in metrics of this process, and by hour in the database for all processes together. */
export const createClientCosts = (options: Options): ClientCosts => {
  const { db, registry, clock, now = () => performance.now() } = options;
  const counters = createCounters(registry);
  let sums: Sums = new Map();
  const payers = new WeakMap<LeasedRun, Payer>();
  /** Seconds of runs that are counted already. Their use of the database is told to the part alone. */
  const partSeconds = new WeakMap<LeasedRun, number>();

  const forget = (payer: Payer) => {
    for (const counter of Object.values(counters)) counter.remove({ client_id: String(payer) });
  };

  const count = (payer: Payer, cost: Cost) => {
    const hour = new Date(clock());
    hour.setUTCMinutes(0, 0, 0);
    add(sums, { payer, hour: hour.toISOString(), ...cost });
    const labels = { client_id: String(payer) };
    for (const [name, counter] of Object.entries(counters)) {
      const value = cost[name as keyof Cost] ?? 0;
      if (value > 0) counter.inc(labels, value);
    }
  };

  return {
    now,
    count,
    setPayer(run, payer) {
      payers.set(run, payer);
    },
    async countPart(run, payer, work) {
      const startedAt = now();
      let databaseSeconds = 0;
      try {
        return await meterUse((used) => (databaseSeconds += used), work);
      } finally {
        const backgroundSeconds = (now() - startedAt) / 1000;
        partSeconds.set(run, (partSeconds.get(run) ?? 0) + backgroundSeconds);
        count(payer, { backgroundSeconds, databaseSeconds });
      }
    },
    countRun(run, { seconds, databaseSeconds }) {
      const payer = payers.get(run) ?? run.clientId ?? 'none';
      count(payer, { backgroundSeconds: seconds - (partSeconds.get(run) ?? 0), databaseSeconds });
    },
    async store() {
      const taken = sums;
      if (taken.size === 0) return;
      sums = new Map();
      try {
        const clients = await storeSums(db, taken);
        for (const { payer } of taken.values())
          if (typeof payer === 'number' && !clients.has(payer)) forget(payer);
      } catch (error) {
        for (const sum of taken.values()) add(sums, sum);
        throw error;
      }
    },
  };
};

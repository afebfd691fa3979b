import type { UndatedSelection } from '../../core/activities/selection.ts';
import type { Database } from '../../platform/db/index.ts';
import { readFactsOf } from './alert-facts.ts';
import type { FactsRequest } from './alert-facts.ts';
import type { AlertFacts, SlotPlan } from './engine/evaluation.ts';

type Db = Pick<Database, 'kysely'>;

export type ReadFacts = (selection: UndatedSelection, plan: SlotPlan) => Promise<AlertFacts>;

export interface SharedFacts {
  /** For a run inside `join`, which asks for one thing at a time. */
  readonly readFacts: ReadFacts;
  /** Does the work of a run. What the joined runs ask for is read once each of them asks or has ended. */
  readonly join: <T>(work: () => Promise<T>) => Promise<T>;
}

interface Waiting {
  readonly request: FactsRequest;
  readonly resolve: (facts: AlertFacts) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads requests on their own, so that a slow or broken filter only fails its own alert. */
const readAlone = async (db: Db, waiting: readonly Waiting[]): Promise<void> => {
  for (const { request, resolve, reject } of waiting)
    await readFactsOf(db, [request]).then(([facts]) => resolve(facts!), reject);
};

const readTogether = async (db: Db, waiting: readonly Waiting[]): Promise<void> => {
  const requests = waiting.map(({ request }) => request);
  const facts = await readFactsOf(db, requests).catch(() => undefined);
  if (!facts) return readAlone(db, waiting);
  for (const [index, { resolve }] of waiting.entries()) resolve(facts[index]!);
};

/** Reads the facts of runs that start together, so that alerts about the same clients share scans. */
export const createSharedFacts = (db: Db): SharedFacts => {
  let joined = 0;
  let waiting: Waiting[] = [];
  const readOnceAllWait = () => {
    if (waiting.length === 0 || waiting.length < joined) return;
    const batch = waiting;
    waiting = [];
    void readTogether(db, batch);
  };
  return {
    readFacts: (selection, plan) =>
      new Promise((resolve, reject) => {
        waiting.push({ request: { selection, plan }, resolve, reject });
        readOnceAllWait();
      }),
    join: async (work) => {
      joined += 1;
      try {
        // The first one waits until the others have joined.
        await Promise.resolve();
        return await work();
      } finally {
        joined -= 1;
        readOnceAllWait();
      }
    },
  };
};

import type { UndatedSelection } from '../../core/activities/selection.ts';
import type { Database } from '../../platform/db/index.ts';
import { answerTogether } from '../../platform/together.ts';
import type { Waiting as WaitingFor } from '../../platform/together.ts';
import { readFactsOf } from './alert-facts.ts';
import type { FactsRequest } from './alert-scan.ts';
import type { AlertFacts, SlotPlan } from './engine/evaluation.ts';

type Db = Pick<Database, 'kysely'>;

export type ReadFacts = (selection: UndatedSelection, plan: SlotPlan) => Promise<AlertFacts>;

export interface SharedFacts {
  /** For a run inside `join`, which asks for one thing at a time. */
  readonly readFacts: ReadFacts;
  /** Does the work of a run. What the joined runs ask for is read once each of them asks or has ended. */
  readonly join: <T>(work: () => Promise<T>) => Promise<T>;
}

type Waiting = WaitingFor<FactsRequest, AlertFacts>;

/** Reads the facts of runs that start together, so that alerts about the same clients share scans. */
export const createSharedFacts = (db: Db): SharedFacts => {
  let joined = 0;
  let waiting: Waiting[] = [];
  const readOnceAllWait = () => {
    if (waiting.length === 0 || waiting.length < joined) return;
    const batch = waiting;
    waiting = [];
    // On their own if one fails, so that a slow or broken filter only fails its own alert.
    void answerTogether((requests) => readFactsOf(db, requests), batch);
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

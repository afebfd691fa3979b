// Kills workers at fixed points of their work, on a clock that passes to what is due: nothing depends on time.
import type { KilledWorker } from './killed-worker.ts';
import { withDataDirectory, withWorld } from './kill-workers.ts';
import type { KillPlan } from './kill-workers.ts';
import { kill, startWorker, withServerDatabase } from './soak.ts';

type Started = Awaited<ReturnType<typeof startWorker>>;

/** A mail server that holds one mail after it has received some, and never answers. */
const createHold = (mailsBefore: number) => {
  let count = 0;
  let isHolding = false;
  let hasOne = () => {};
  const held = new Promise<void>((resolve) => {
    hasOne = resolve;
  });
  return {
    held,
    acceptAfter: (): number => {
      count += 1;
      if (isHolding || count <= mailsBefore) return 0;
      isHolding = true;
      hasOne();
      return Infinity;
    },
  };
};

const untilHalted = async ({ lines }: Started): Promise<void> => {
  const { value } = await lines.next();
  if (value !== 'halted') throw new Error(`A worker printed '${String(value)}' instead of halting.`);
};

const untilDone = async ({ lines }: Started): Promise<void> => {
  const { value } = await lines.next();
  if (value !== 'done') throw new Error(`A worker printed '${String(value)}' instead of ending.`);
};

const killAtPoints = <Result>(
  plan: KillPlan<Result>,
  database: KilledWorker['database'],
  isShared: boolean,
): Promise<Result> => {
  const { held, acceptAfter } = createHold(2);
  return withWorld(plan, database, { acceptAfter }, async (world) => {
    const started: Started[] = [];
    const start = async (script: string, haltAt?: KilledWorker['haltAt']): Promise<Started> => {
      const options: KilledWorker = { ...world, seed: started.length, ...(haltAt ? { haltAt } : {}) };
      const worker = await startWorker(script, options);
      started.push(worker);
      return worker;
    };
    const killHalted = async (script: string, haltAt: KilledWorker['haltAt']) => {
      const worker = await start(script, haltAt);
      await untilHalted(worker);
      await kill(worker.child, 'SIGKILL');
    };
    try {
      // It hangs until its lease is lost and others have done its runs.
      const hung = isShared ? await start(plan.script, 'handled') : undefined;
      if (hung) await untilHalted(hung);
      if (isShared && plan.apiScript !== undefined) await killHalted(plan.apiScript, 'changing');
      await killHalted(plan.script, 'storing');
      const sending = await start(plan.script);
      await held;
      await kill(sending.child, 'SIGKILL');
      await untilDone(await start(plan.script));
      hung?.child.stdin?.write('\n');
      if (hung) await untilDone(hung);
    } finally {
      await Promise.all(started.map(({ child }) => kill(child, 'SIGKILL')));
    }
  });
};

/**
 * On a PostgreSQL server, in a new database: a worker hangs with its leases, and the API, if it has a program, dies in the
 * transaction of a change. A second worker dies in the transaction that stores a run; a third one when a mail has arrived
 * that is not yet marked as sent. A fourth does the rest, and then the first goes on.
 */
export const killAtPointsOnServer = <Result>(plan: KillPlan<Result>): Promise<Result> =>
  withServerDatabase((url) => killAtPoints(plan, { url }, true));

/** On the embedded engine, which only one process can open: the same without the one that hangs and the API. */
export const killAtPointsEmbedded = <Result>(plan: KillPlan<Result>): Promise<Result> =>
  withDataDirectory((dataDir) => killAtPoints(plan, { dataDir }, false));

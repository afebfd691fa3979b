import { createRunner } from '../../../platform/jobs/index.ts';
import type { TestApi } from '../../../platform/testing/index.ts';
import { failedSignInsKind } from '../failed-sign-ins.ts';

const quiet = { warn() {}, error() {} };

/** Runs the background work that moves the failures of the hours before `now` to the audit log, if it is due. */
export const recordFailedSignIns = async ({ db, services }: TestApi, now: Date): Promise<void> => {
  const runner = createRunner({ db, kinds: [failedSignInsKind(services)], logger: quiet, clock: () => now });
  await runner.start();
  await runner.runDue();
  await runner.stop();
};

import type { Services } from '../../../people/services.ts';
import { createTestRunner } from '../../../platform/jobs/testing/test-runner.ts';
import { secondsAfter } from '../../../platform/time.ts';
import { assembleUploadKind } from '../assemble-upload.ts';
import { prepareLogoKind } from '../prepare-logo.ts';

/** Runs the jobs of uploads and logos that are due, or due some time later. */
export const runUploadJobs = async (services: Services, secondsLater = 0) => {
  const clock = () => secondsAfter(services.jobs.clock(), secondsLater);
  const kinds = [assembleUploadKind(services), prepareLogoKind(services)];
  const runner = createTestRunner(services.db, clock, kinds, { meter: services.clientCosts });
  await runner.runDue();
  await runner.stop();
  return runner.ends;
};

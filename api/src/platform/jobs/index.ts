export { systemClock } from './clock.ts';
export type { Clock } from './clock.ts';
export { oldRunsCleanup } from './delete-old-rows.ts';
export { deliveryPauses, LeaseLostError, PermanentError, skipRun } from './job-kind.ts';
export type {
  BatchKind,
  JobContext,
  JobKind,
  JobOutcome,
  LeasedRun,
  RunEnd,
  SingleKind,
  UndeliveredMail,
} from './job-kind.ts';
export { createJobQueue } from './job-queue.ts';
export type { JobQueue } from './job-queue.ts';
export { readOldestDue } from './oldest-due.ts';
export { createRunner } from './runner.ts';
export type { AttemptEnd, Runner } from './runner.ts';
export { enqueueRun, previousRunFailed, pruneRuns, retryRun } from './runs.ts';
export type { NewRun } from './runs.ts';
export { deleteSchedule, saveSchedule } from './schedules.ts';
export { cutOff, localDate, nextSlot, slotAfter } from './slots.ts';
export type { SlotRule } from './slots.ts';

import { oldRunsCleanup } from '../../../platform/jobs/index.ts';

/** Deletes old results of alerts, with what they reported. People look back over a year. */
export const alertRunsCleanup = oldRunsCleanup('alert-runs', 'alert_run', 400);

import { oldRunsCleanup } from '../../platform/jobs/index.ts';

/** Deletes old runs of activity reports, with what they sent. The cursor of a report keeps them from being sent again. */
export const reportRunsCleanup = oldRunsCleanup('activity-report-runs', 'activity_report_run', 400);

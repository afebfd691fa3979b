// Additional exports for the benchmarks of tooling.
export type * from './tables.ts';

export { packMonths } from './activities/packed/packed-months.ts';
export { activityTypeCode, statusCode } from './activities/codes.ts';
export type { Engine } from './platform/db/index.ts';
export { countBuffersInHeapLimit } from './platform/count-buffers.ts';
export { recordQueries } from './platform/db/record-queries.ts';
export { secretsFrom } from './platform/secrets.ts';
export { writeWorkbook } from './platform/spreadsheet/index.ts';
export type { Cell, Row } from './platform/spreadsheet/index.ts';
export { alertKind } from './features/alerts/run/alert-job.ts';
export { addManyAlerts, deleteAlerts, readOneByOne } from './features/alerts/run/bench-alerts.ts';
export {
  addManyReports,
  deleteReports,
  handOverAgain,
  readReports,
} from './features/activity-reports/bench-reports.ts';
export { reportKind } from './features/activity-reports/report-job.ts';
export { assembleUploadKind } from './features/onboarding/assemble-upload.ts';
export { createJobQueue, createRunner } from './platform/jobs/index.ts';
export type { JobKind, Runner } from './platform/jobs/index.ts';

import { workUntilKilled } from '../../../platform/jobs/testing/killed-worker.ts';
import { servicesAt } from '../../alerts/testing/services-at.ts';
import { reportKind } from '../report-job.ts';

await workUntilKilled((db, clock, logger) => reportKind(servicesAt(db, clock), logger));

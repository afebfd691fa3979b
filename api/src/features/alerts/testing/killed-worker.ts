import { workUntilKilled } from '../../../platform/jobs/testing/killed-worker.ts';
import { alertKind } from '../run/alert-job.ts';
import { servicesAt } from './services-at.ts';

await workUntilKilled((db, clock, logger) => alertKind(servicesAt(db, clock), logger));

import { auditedIdentities } from '../../platform/audit.ts';
import { conflict, noSuchThing } from '../../platform/http/errors.ts';
import type { Services } from '../../people/services.ts';
import { route } from '../../platform/http/route.ts';
import type { ApiScope } from '../../platform/http/route.ts';
import { readHold, retryRun } from '../../platform/jobs/index.ts';
import { mailKindName } from '../../platform/mail/mail-kind.ts';
import { readHeaviestClients } from './heaviest-clients.ts';
import { findAlarms } from './alarms/alarms.ts';
import { readFigures } from './alarms/figures.ts';
import { notHeldText, readHeldDeliveries, releaseHeldDeliveries } from './held-deliveries.ts';
import { readJobs, readRuns } from './job-runs.ts';
import type { OwnerNames } from './job-runs.ts';
import { readRunningProcesses } from './running-processes.ts';

interface Kinds {
  /** What runs of each kind are about. */
  readonly names: OwnerNames;
  /** Whether runs of a kind wait while deliveries are held. */
  readonly isHeldKind: (kind: string) => boolean;
}

const notRetriable = 'Only a run that failed, or waits after a failed attempt, can be retried.';

export const jobRoutes = (scope: ApiScope, services: Services, { names, isHeldKind }: Kinds): void => {
  const { audit, config, db, jobs } = services;

  /** Tells why workers skip a kind. */
  const readReasons = async () => {
    const hold = await readHold(db.kysely);
    return (kind: string): string | undefined => {
      if (kind === mailKindName && !config.smtpUrl)
        return 'No mail server is configured: mails stay in the outbox.';
      return hold && isHeldKind(kind) ? 'Deliveries are held.' : undefined;
    };
  };

  route(scope, 'GET /api/operations/jobs', {
    handler: async () => ({ data: await readJobs(db.kysely, jobs.clock(), await readReasons()) }),
  });

  route(scope, 'GET /api/operations/deliveries', {
    handler: async () => ({ data: await readHeldDeliveries(db.kysely, jobs.clock(), isHeldKind) }),
  });

  route(scope, 'POST /api/operations/deliveries/release', {
    async handler({ session }) {
      const released = await db.transaction((trx) =>
        releaseHeldDeliveries(trx, { audit, now: jobs.clock(), isHeldKind }, auditedIdentities(session)),
      );
      if (!released) throw conflict(notHeldText);
      jobs.wake();
      return { data: { ...released, held: null }, message: 'What is due is being sent.' };
    },
  });

  route(scope, 'GET /api/operations/alarms', {
    handler: async () => ({ data: findAlarms(await readFigures(services)) }),
  });

  route(scope, 'GET /api/operations/processes', {
    handler: async () => ({ data: await readRunningProcesses(services) }),
  });

  route(scope, 'GET /api/operations/client-costs', {
    handler: async ({ session: { blinded } }) => ({
      data: await readHeaviestClients(db.kysely, { now: jobs.clock(), blinded }),
    }),
  });

  route(scope, 'GET /api/operations/runs', {
    handler: async ({ query, session: { blinded } }) => ({
      data: await readRuns(db.kysely, query, { now: jobs.clock(), blinded, names }),
    }),
  });

  route(scope, 'POST /api/operations/runs/{id}/retry', {
    async handler({ params: { id }, session }) {
      const run = await db.transaction(async (trx) => {
        const found = await trx.selectFrom('job_run').select('kind').where('id', '=', id).executeTakeFirst();
        if (!found) throw noSuchThing('run');
        if (!(await retryRun(trx, id, jobs.clock()))) throw conflict(notRetriable);
        await audit.record(
          { action: 'job.retry', ...auditedIdentities(session), detail: { run: id, kind: found.kind } },
          trx,
        );
        return found;
      });
      jobs.wake();
      return { data: null, message: `The run of ${run.kind} is queued again.` };
    },
  });
};

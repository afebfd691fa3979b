import { reportTypes } from '@readerlens/contract/activity-reports';
import { findActorId } from '../../people/session.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { conflict } from '../../platform/http/errors.ts';
import { hasOpenRun } from '../../platform/jobs/index.ts';
import { configFor, noSuchConfig } from './report-access.ts';
import { checkSendable, readSelectionContext, findWebhooks, manualSlot } from './report-selection.ts';
import { lockConfig, reportKindName } from './report.store.ts';

/**
 * Queues a run that covers everything until now. Returns its id.
 * @throws AppError as `configFor`, 409 if nothing can be sent at present, or if one of its runs is not done, and 429 if the
 * contact gets, or the caller sends, too many mails
 */
export const sendNow = async (services: Services, id: string, session: Session): Promise<string> => {
  const { db, jobs, audit } = services;
  const sender = findActorId(session);
  const { config, owner } = await configFor(services, id, session, 'change');
  if (config.is_disabled) throw conflict('This report is disabled. Enable it before you send it.');
  const state = checkSendable(
    config,
    owner,
    { ...(await readSelectionContext(services, [config], jobs.clock())), blinded: session.blinded },
    await findWebhooks(db, [config]),
  );
  if (!state.ok) throw conflict(state.problem);
  return db.transaction(async (trx) => {
    // Of two people who send it at once, the second one finds the run of the first.
    if (!(await lockConfig(trx, config.id))) throw noSuchConfig();
    if (await hasOpenRun(trx, reportKindName, config.id))
      throw conflict('This report is being sent already.');
    const run = await jobs.add(trx, {
      kind: reportKindName,
      ownerId: config.id,
      clientId: config.client_id,
      slotKey: manualSlot(jobs.clock(), sender),
    });
    if (run === undefined) throw conflict('This report is being sent already.');
    if (config.report_type !== reportTypes.Webhook)
      await services.outbox.count({ kind: 'reportNow', sender, addresses: [config.email] }, trx);
    const detail = { id: config.id, contact: config.email };
    await audit.record(
      {
        ...auditedIdentities(session),
        action: 'activity-report.send',
        accountId: config.owner_id,
        detail,
      },
      trx,
    );
    return run;
  });
};

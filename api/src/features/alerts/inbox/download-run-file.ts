import { isCountingRule } from '@readerlens/contract/alert-rule';
import type { AlertRule } from '@readerlens/contract';
import { ownerFiltersMessage } from '@readerlens/contract/alerts/messages';
import { xlsxMediaType } from '../../../platform/spreadsheet/index.ts';
import { shownTexts } from '../../../people/blinding/written-texts.ts';
import { scopeOfUser } from '../../../people/owner.ts';
import type { Session } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import { auditedIdentities } from '../../../platform/audit.ts';
import { conflict, noSuchThing } from '../../../platform/http/errors.ts';
import type { FileResponse } from '../../../platform/http/route.ts';
import { findReceived } from './notification-dashboard.ts';
import type { ReceivedRun } from './notification-dashboard.ts';
import { storedEntities, storedWindows } from '../run/run-entities.ts';
import { readStoredFilters } from '../definition/alert-definition.ts';
import { runFile, runFileName } from '../run/run-file.ts';
import type { RunContent } from '../run/run-file.ts';
import { readListsOfRun } from '../run/run-lists.ts';
import { selectStored } from '../../../activities/select-stored.ts';

/** Reads what the owner of the alert may see of the filters of a run now. */
const readSelection = async (services: Services, run: ReceivedRun) => {
  const { owner_id } = await services.db.kysely
    .selectFrom('alert')
    .select('owner_id')
    .where('id', '=', run.alert_id)
    .executeTakeFirstOrThrow();
  const [owner, catalogue] = await Promise.all([scopeOfUser(owner_id, services), services.catalogue()]);
  const viewer = owner && { scope: owner.scope, catalogue, now: services.jobs.clock() };
  const lists = viewer && (await readListsOfRun(services.db.kysely, run, viewer));
  const selected = viewer && lists && selectStored(readStoredFilters(run), { ...viewer, lists });
  if (!selected?.ok) throw conflict(ownerFiltersMessage);
  return selected.selection;
};

const readContent = async (services: Services, run: ReceivedRun): Promise<RunContent> => {
  const rule = run.rule as AlertRule;
  if (!isCountingRule(rule)) return { storedRunId: run.id };
  const stored = await storedEntities(services.db.kysely, { runId: run.id, view: run.view, rule });
  return {
    entities: stored.filter(({ outcome }) => outcome === 'fires'),
    rule,
    windows: storedWindows(run),
    selection: await readSelection(services, run),
  };
};

/**
 * The file of a run that a person received.
 * @throws AppError 404 if the caller did not receive the run, 409 if its filters may no longer be used
 */
export const downloadRunFile = async (
  services: Services,
  id: string,
  session: Session,
): Promise<FileResponse> => {
  const run = await findReceived(services, id, session);
  if (!run) throw noSuchThing('notification');
  const content = await runFile(services, {
    content: await readContent(services, run),
    columns: run.export_columns,
    viewer: session,
    slot: run.slot,
  });
  const detail = { alertRun: run.id, masked: session.blinded, format: 'xlsx' };
  await services.audit.record({ action: 'activities.export', ...auditedIdentities(session), detail });
  const { name } = shownTexts('Alert', run.alert_id, run, session);
  return { name: runFileName(name, run.slot), mediaType: xlsxMediaType, content };
};

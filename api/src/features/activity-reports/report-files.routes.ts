import { fileGoneMessage } from '@readerlens/contract/messages';
import { countActivities } from '../../activities/key-list.ts';
import { scopeOfUser } from '../../people/owner.ts';
import type { Owner } from '../../people/owner.ts';
import type { Session } from '../../people/session.ts';
import { pdfMediaType } from '../../outputs/activity-sheet/sheets-pdf.ts';
import type { Feature, Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { notFound } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { FileResponse } from '../../platform/http/route.ts';
import { xlsxMediaType } from '../../platform/spreadsheet/index.ts';
import { runFor } from './report-access.ts';
import type { ReportRunRow } from './report-access.ts';
import { activitySheetFile, reportFileName, reportWorkbook, runWhere } from './report-file.ts';
import type { ReportFile } from './report-file.ts';
import { createReportLinks } from './report-mail.ts';
import { deliveryContent, previewReport } from './report-preview.ts';
import { findConfig } from './report.store.ts';
import type { ReportConfigRow } from './report.store.ts';
import { sendNow } from './send-now.ts';

type Viewer = ReportFile['viewer'];

/** Builds the workbook of a run for a person who may see it. Without activities it says nothing about the filters. */
const buildWorkbook = async (
  services: Services,
  run: ReportRunRow,
  owner: Owner,
  viewer: Viewer,
): Promise<FileResponse> => {
  const where = runWhere(run.id, viewer.scope);
  const isEmpty = (await countActivities(services.db.kysely, where)) === 0;
  const selection = isEmpty ? {} : { selection: run };
  const content = await reportWorkbook(services, { where, layout: run, owner, viewer, ...selection });
  return { name: reportFileName(run), mediaType: xlsxMediaType, content };
};

const buildFile = async (
  services: Services,
  { configId, reportId }: { readonly configId: string; readonly reportId: string },
  session: Session,
): Promise<FileResponse> => {
  const { run, owner } = await runFor(services, configId, reportId, session);
  const file = await buildWorkbook(services, run, owner, session);
  const detail = { activityReport: run.id, masked: session.blinded, format: 'xlsx' };
  await services.audit.record({ action: 'activities.export', ...auditedIdentities(session), detail });
  return file;
};

const gone = () => notFound(fileGoneMessage);

/** Tells whether the contact who got the mail of a run still gets those of its report. */
const isStillSent = (config: ReportConfigRow | undefined, { email }: ReportRunRow): boolean =>
  config !== undefined && !config.is_disabled && config.email.toLowerCase() === email.toLowerCase();

/**
 * The file of a link in a mail: what the owner of the report may see of it now, and of its client only. A link ends when
 * the report is disabled, deleted, or gets another contact.
 */
const linkedFile = async (services: Services, token: string): Promise<FileResponse> => {
  const links = createReportLinks(services.secrets);
  const { runId, activity } = links.verify(token, services.jobs.clock());
  const run = await services.db.kysely
    .selectFrom('activity_report_run')
    .selectAll()
    .where('id', '=', runId)
    .executeTakeFirst();
  if (!run || !isStillSent(await findConfig(services.db.kysely, run.config_id), run)) throw gone();
  const owner = await scopeOfUser(run.owner_id, services);
  if (!owner?.user.is_active) throw gone();
  const { user } = owner;
  const { clientIds } = owner.scope;
  if (clientIds !== 'all' && !clientIds.includes(run.client_id)) throw gone();
  const scope = { ...owner.scope, clientIds: [run.client_id] };
  const viewer = { user, scope, blinded: false };
  if (!activity) return buildWorkbook(services, run, owner, viewer);
  const where = runWhere(run.id, scope, activity);
  const content = await activitySheetFile(services, where, viewer);
  if (!content) throw gone();
  return { name: 'Activity Report.pdf', mediaType: pdfMediaType, content };
};

export const reportFileRoutes: Feature = (scope, services) => {
  route(scope, 'GET /api/activity-report/{configId}/{reportId}/file', {
    handler: ({ params, session }) => buildFile(services, params, session),
  });
  route(scope, 'GET /api/activity-report-file/{token}', {
    handler: ({ params }) => linkedFile(services, params.token),
  });
  route(scope, 'POST /api/activity-report-config/preview', {
    handler: async ({ body, session }) => ({ data: await previewReport(services, body, session) }),
  });
  route(scope, 'POST /api/activity-report-config/{id}/preview', {
    handler: async ({ params, body, session }) => ({
      data: await previewReport(services, { id: params.id, draft: body.draft }, session),
    }),
  });
  route(scope, 'POST /api/activity-report-config/{id}/send-now', {
    handler: async ({ params, session }) => ({
      data: { reportId: await sendNow(services, params.id, session) },
      message: 'The report is being sent.',
    }),
  });
  route(scope, 'GET /api/activity-report-delivery/{id}', {
    handler: async ({ params, session }) => ({ data: await deliveryContent(services, params.id, session) }),
  });
};

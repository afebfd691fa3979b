import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type {
  ActivityReportDetails,
  ActivityReportRun,
  CallInput,
  Calls,
  ReportActivities,
} from '@readerlens/contract';
import { isStaff } from '@readerlens/contract';
import { foldQuery } from '@readerlens/contract/text';
import { sqlLikePattern } from '@readerlens/filters/model';
import { parseActivityId } from '../../activities/activity-key.ts';
import { buildKeyOrder } from '../../activities/activity-order.ts';
import { readEngagementRows } from '../../activities/engagement-rows.ts';
import { countActivities, readKeys } from '../../activities/key-list.ts';
import { shownContact, writtenLabelSql, writtenNumberSql } from '../../people/blinding/written-texts.ts';
import type { Session } from '../../people/session.ts';
import { filtersInWords } from '../../activities/searches/filters-in-words.ts';
import type { Services } from '../../people/services.ts';
import { readClientNames, readPage } from '../../sendings/run-list.ts';
import { findConfig } from './report.store.ts';
import { noSuchRun, reachableRuns, runFor, shownCounts } from './report-access.ts';
import type { ReportRunRow } from './report-access.ts';
import { reportFileName, runWhere } from './report-file.ts';
import { formatFullName } from '../../people/person-name.ts';
import { createShownSelections, scheduleText } from './report-view.ts';
import { parseUuid } from '../../platform/http/ids.ts';

type RunSearch = NonNullable<CallInput<Calls['GET /api/activity-reports']>['query']>;

interface RunKey {
  readonly configId: string;
  readonly reportId: string;
}

/** A run with the part of its counts that a viewer may see. */
interface ShownRun extends ReportRunRow {
  readonly shown_clients: number[];
  readonly shown_total: number;
  readonly state: ActivityReportRun['state'];
}

const deliveryState = sql<ActivityReportRun['state']>`CASE
  WHEN run.total = 0 THEN 'empty'
  WHEN EXISTS (SELECT FROM delivery AS d WHERE d.run_id = run.id AND d.state = 'failed') THEN 'failed'
  WHEN EXISTS (SELECT FROM delivery AS d WHERE d.run_id = run.id AND d.state = 'queued') THEN 'queued'
  ELSE 'sent' END`;

const withColumns = (query: ReturnType<typeof reachableRuns>, session: Session) =>
  query
    .selectAll('run')
    .select([
      shownCounts.clients(session).as('shown_clients'),
      shownCounts.total(session).as('shown_total'),
      deliveryState.as('state'),
    ]);

const sortColumns = {
  runOn: sql`run.run_at`,
  contact: sql`fold_text(run.first_name || ' ' || run.last_name)`,
  reportType: sql`run.report_type`,
  recordsCount: sql`shown_total`,
} as const satisfies Record<NonNullable<RunSearch['sortBy']>, unknown>;

/** Searches what the caller sees: a match on a hidden text would reveal it. */
const matching = (text: string, { blinded }: Session) => {
  const pattern = sqlLikePattern('Contains', text);
  if (blinded) return sql<SqlBool>`fold_text(${writtenLabelSql('Contact', 'run.config_id')}) LIKE ${pattern}`;
  return sql<SqlBool>`(fold_text(run.email) LIKE ${pattern}
    OR fold_text(run.first_name || ' ' || run.last_name) LIKE ${pattern})`;
};

const createRunViews = (services: Services) => {
  const shownSelections = createShownSelections(services);
  return async (runs: readonly ShownRun[], session: Session): Promise<ActivityReportRun[]> => {
    const [selections, clientNames] = await Promise.all([
      // The community of the contact is not stored with a run.
      shownSelections(
        runs.map((run) => ({ ...run, community_id: null })),
        session,
      ),
      readClientNames(services.db, runs, session),
    ]);
    return runs.map((run, index) => {
      const { companies = [], onlines = [], filters = [], indices = [] } = selections[index] ?? {};
      const contact = shownContact(run.config_id, run, session);
      const file = run.shown_total > 0 ? `/api/activity-report/${run.config_id}/${run.id}/file` : null;
      return {
        id: run.id,
        userId: String(run.owner_id),
        activityReportConfigId: run.config_id,
        reportType: run.report_type,
        aggregateSubsequent: run.is_aggregated,
        contact: { email: contact.email, name: formatFullName(contact) },
        sasUrl: file,
        filePath: file,
        reportFileName: file === null ? null : reportFileName(run),
        sendDays: run.send_days,
        timeZone: run.time_zone,
        runOn: run.run_at.toISOString(),
        startDate: run.period_from.toISOString(),
        endDate: run.period_to.toISOString(),
        isManual: run.is_manual,
        filterModel: { filters, indices },
        activityTypes: indices,
        recordsCount: run.shown_total,
        totalMatched: run.shown_total,
        companies: run.total === 0 ? companies : clientNames(run),
        onlines,
        state: run.state,
      };
    });
  };
};

/** Lists and shows runs. The counts are of the clients that the caller may see. */
export const createReportRuns = (services: Services) => {
  const { db } = services;
  const viewsOf = createRunViews(services);
  const shownSelections = createShownSelections(services);

  const found = ({ quiet = false, configId, query = '' }: RunSearch, session: Session) => {
    const config = configId === undefined ? undefined : (parseUuid(configId) ?? null);
    return reachableRuns(services, session)
      .$if(!quiet, (runs) => runs.where('run.total', '>', 0))
      .$if(config !== undefined, (runs) => runs.where('run.config_id', '=', config ?? null))
      .$if(foldQuery(query) !== '', (runs) => runs.where(matching(query, session)));
  };

  /** @throws AppError as `runFor` */
  const shownRun = async (configId: string, reportId: string, session: Session): Promise<ShownRun> => {
    const { run } = await runFor(services, configId, reportId, session);
    const shown = await withColumns(reachableRuns(services, session), session)
      .where('run.id', '=', run.id)
      .executeTakeFirst();
    if (!shown) throw noSuchRun();
    return shown;
  };

  /** Tells whether a run has sent an activity that the caller may see. */
  const hasSent = async ({ id }: ShownRun, activityId: string, { scope }: Session): Promise<boolean> => {
    const key = parseActivityId(activityId);
    return key !== undefined && (await countActivities(db.kysely, runWhere(id, scope, key))) > 0;
  };

  return {
    async list(search: RunSearch, session: Session) {
      const { sortBy = 'runOn', sortDir = 'desc' } = search;
      const query = found(search, session);
      const sorted = withColumns(query, session)
        .orderBy(
          // The order of hidden names would reveal something about them.
          session.blinded && sortBy === 'contact' ? writtenNumberSql('run.config_id') : sortColumns[sortBy],
          sortDir,
        )
        .orderBy('run.run_at', 'desc')
        .orderBy('run.id');
      const { rows, paged } = await readPage(sorted, query, search);
      return { items: await viewsOf(rows, session), ...paged };
    },

    /** @throws AppError 404 if the run has not sent the activity, or the caller may not see it */
    async details(
      { configId, reportId }: RunKey,
      activityId: string | undefined,
      session: Session,
    ): Promise<ActivityReportDetails> {
      const run = await shownRun(configId, reportId, session);
      if (activityId !== undefined && !(await hasSent(run, activityId, session))) throw noSuchRun();
      const [[view], [selection], config, catalogue] = await Promise.all([
        viewsOf([run], session),
        shownSelections([{ ...run, community_id: null }], session),
        findConfig(db.kysely, run.config_id),
        services.catalogue(),
      ]);
      if (!view) throw noSuchRun();
      return {
        ...view,
        editable: config !== undefined && isStaff(session.role),
        disabled: config?.is_disabled ?? true,
        editUrl: `/dissemination-contact/${run.owner_id}/${run.config_id}`,
        parameters: selection ? filtersInWords(selection, catalogue, session) : [],
        schedule: scheduleText(run.send_days, run.time_zone),
      };
    },

    async activities(
      ids: RunKey,
      { page = 1, pageSize = 50 }: { readonly page?: number; readonly pageSize?: number },
      session: Session,
    ): Promise<ReportActivities> {
      const run = await shownRun(ids.configId, ids.reportId, session);
      const where = runWhere(run.id, session.scope);
      const order = buildKeyOrder({ field: 'date', descending: true, blinded: session.blinded });
      const [total, keys] = await Promise.all([
        countActivities(db.kysely, where),
        readKeys(db.kysely, where, order, { size: pageSize, offset: (page - 1) * pageSize }),
      ]);
      return { items: await readEngagementRows(db.kysely, keys, session), total, page, pageSize };
    },
  };
};

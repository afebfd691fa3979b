import { reportTypes } from '@readerlens/contract/activity-reports';
import type { FieldCatalogue } from '@readerlens/filters/model';
import { sql } from 'kysely';
import { undeliveredReportDays } from '../../deadlines.ts';
import type { Owner } from '../../people/owner.ts';
import { describeProblem, findSecrets } from '../../sendings/webhooks/client-webhook.ts';
import type { Webhooks } from '../../sendings/webhooks/client-webhook.ts';
import { deletedOwnerProblem } from '../../sendings/owner-notices.ts';
import type { Database } from '../../platform/db/index.ts';
import { daysAfter } from '../../platform/time.ts';
import type { UndatedSelection } from '../../activities/selection.ts';
import { reportSelection } from './report-selection.ts';
import type { SelectedReport } from './report-selection.ts';
import type { ReportConfigRow } from './report.store.ts';

type Config = Pick<ReportConfigRow, 'report_type' | 'client_id'>;

/** Says why the activities of a report cannot be selected. */
export const selectionProblem = ({ refusal }: Extract<SelectedReport, { ok: false }>): string =>
  refusal.reason === 'other clients'
    ? 'Its filters name clients other than its company. Save it again without them.'
    : 'Its user may no longer use some of its clients or filters. Save it again without them.';

export type Sendable =
  | { readonly ok: true; readonly owner: Owner; readonly selection: UndatedSelection }
  | { readonly ok: false; readonly problem: string };

/** Reads the webhooks of the clients of these configurations. */
export const findWebhooks = (
  { kysely }: Pick<Database, 'kysely'>,
  configs: readonly Config[],
): Promise<Webhooks> =>
  findSecrets(
    kysely,
    configs
      .filter(({ report_type }) => report_type === reportTypes.Webhook)
      .map(({ client_id }) => client_id),
  );

/** Says what an enabled report sends, or why it sends nothing, in the words of the list, of 'send now' and of skipped runs. */
export const checkSendable = (
  config: ReportConfigRow,
  owner: Owner | undefined,
  context: { readonly catalogue: FieldCatalogue; readonly now: Date },
  webhooks: Webhooks,
): Sendable => {
  const because = (problem: string): Sendable => ({ ok: false, problem });
  if (!owner?.user.is_active) return because(deletedOwnerProblem);
  const selected = reportSelection(config, owner.scope, context);
  if (!selected.ok) return because(selectionProblem(selected));
  const problem =
    config.report_type === reportTypes.Webhook
      ? describeProblem(webhooks.get(config.client_id), config.webhook_paused_at)
      : undefined;
  if (problem !== undefined) return because(problem);
  return { ok: true, owner, selection: selected.selection };
};

export const undeliveredProblem =
  'A part of its last report could not be delivered. Open that report to send it again.';
export const earlierUndeliveredProblem =
  'A part of an earlier report could not be delivered. Open that report to send it again.';

/** Of these configurations, those with a report of which a part was not delivered, and what to say. */
export const findUndelivered = async (
  { kysely }: Pick<Database, 'kysely'>,
  configIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> => {
  if (configIds.length === 0) return new Map();
  const since = daysAfter(now, -undeliveredReportDays);
  const { rows } = await sql<{ id: string; isLast: boolean }>`
    SELECT config.id, bool_or(run.id = last.id) AS "isLast"
    FROM unnest(${configIds}::uuid[]) AS config (id)
    CROSS JOIN LATERAL (
      SELECT run.id FROM activity_report_run AS run
      WHERE run.config_id = config.id AND run.total > 0
      ORDER BY run.run_at DESC LIMIT 1) AS last
    JOIN activity_report_run AS run
      ON run.config_id = config.id AND run.total > 0 AND (run.id = last.id OR run.run_at >= ${since})
    WHERE EXISTS (SELECT FROM delivery WHERE delivery.run_id = run.id AND delivery.state = 'failed')
    GROUP BY config.id`.execute(kysely);
  return new Map(rows.map(({ id, isLast }) => [id, isLast ? undeliveredProblem : earlierUndeliveredProblem]));
};

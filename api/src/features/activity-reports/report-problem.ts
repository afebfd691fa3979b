import { reportTypes } from '@readerlens/contract/activity-reports';
import type { FieldCatalogue } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { Owner } from '../../core/people/owner.ts';
import type { Database } from '../../platform/db/index.ts';
import type { UndatedSelection } from '../../core/activities/selection.ts';
import { reportSelection } from './report-selection.ts';
import type { SelectedReport } from './report-selection.ts';
import type { ReportConfigRow } from './report.store.ts';

type Config = Pick<ReportConfigRow, 'report_type' | 'client_id' | 'webhook_paused_at'>;

/** The clients of these configurations whose webhook can receive messages. */
export const clientsWithWebhook = async (
  { kysely }: Pick<Database, 'kysely'>,
  configs: readonly Config[],
): Promise<ReadonlySet<number>> => {
  const ids = configs
    .filter(({ report_type }) => report_type === reportTypes.Webhook)
    .map(({ client_id }) => client_id);
  if (ids.length === 0) return new Set();
  const rows = await kysely
    .selectFrom('client_webhook')
    .select('client_id')
    .where('client_id', '=', sql<number>`ANY(${ids}::integer[])`)
    .where('url', '!=', '')
    .where('secret', 'is not', null)
    .execute();
  return new Set(rows.map(({ client_id }) => client_id));
};

/** Why the activities of a report cannot be selected. */
export const selectionProblem = ({ refusal }: Extract<SelectedReport, { ok: false }>): string =>
  refusal.reason === 'other clients'
    ? 'Its filters name clients other than its company. Save it again without them.'
    : 'Its user may no longer use some of its clients or filters. Save it again without them.';

export type Sendable =
  | { readonly ok: true; readonly owner: Owner; readonly selection: UndatedSelection }
  | { readonly ok: false; readonly problem: string };

/**
 * What an enabled report sends, or why it sends nothing, in the words of the list, of 'send now' and of skipped runs.
 * @param withWebhook clients whose webhook can receive messages
 */
export const checkSendable = (
  config: ReportConfigRow,
  owner: Owner | undefined,
  context: { readonly catalogue: FieldCatalogue; readonly now: Date },
  withWebhook: ReadonlySet<number>,
): Sendable => {
  const because = (problem: string): Sendable => ({ ok: false, problem });
  if (!owner?.user.is_active) return because('The account of its user was deleted.');
  const selected = reportSelection(config, owner.scope, context);
  if (!selected.ok) return because(selectionProblem(selected));
  if (config.report_type === reportTypes.Webhook) {
    if (!withWebhook.has(config.client_id))
      return because('The client has no webhook address or no secret yet.');
    if (config.webhook_paused_at) return because('Messages are paused after repeated failure.');
  }
  return { ok: true, owner, selection: selected.selection };
};

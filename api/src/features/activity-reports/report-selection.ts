// Which activities a run of a report sends, or why it sends none.
import { sql } from 'kysely';
import type { Kysely, SqlBool } from 'kysely';
import {
  namesOtherClients,
  parseFilters,
  prepareForQuery,
  readStoredModel,
  termsFilter,
  listSelectedTerms,
} from '@readerlens/filters/model';
import type { FieldCatalogue, Filter } from '@readerlens/filters/model';
import { lateCommitDays } from '../../deadlines.ts';
import { readNamedLists } from '../../activities/account-lists/filtered-lists.ts';
import type { KnownLists } from '../../activities/account-lists/filtered-lists.ts';
import { selectStored } from '../../activities/select-stored.ts';
import type { SelectedStored } from '../../activities/select-stored.ts';
import type { ActivityKey } from '../../activities/activity-key.ts';
import { undatedWhere } from '../../activities/selection.ts';
import type { UndatedSelection } from '../../activities/selection.ts';
import { shownTexts } from '../../people/blinding/written-texts.ts';
import type { DataScope } from '../../people/policy.ts';
import type { Services } from '../../people/services.ts';
import type { Schema, Database } from '../../platform/db/index.ts';
import { cutOff } from '../../platform/jobs/index.ts';
import { daysAfter } from '../../platform/time.ts';
import type { ReportConfigRow } from './report.store.ts';
import { reportTypes } from '@readerlens/contract/activity-reports';
import type { Owner } from '../../people/owner.ts';
import { describeProblem, findSecrets } from '../../sendings/webhooks/client-webhook.ts';
import type { Webhooks } from '../../sendings/webhooks/client-webhook.ts';
import { deletedOwnerProblem } from '../../sendings/owner-notices.ts';

export type Selecting = Pick<ReportConfigRow, 'filters' | 'indices' | 'client_id' | 'community_id'>;

/** Tells whether two configurations or runs are about the same activities. */
export const isSameSelection = (a: Selecting, b: Selecting, catalogue: FieldCatalogue): boolean => {
  const buildSelectionKey = (config: Selecting) => {
    const { filters, indices } = readStoredModel(config, catalogue);
    // Dates do not occur, so the time does not matter.
    const prepared = prepareForQuery(filters, { now: new Date(0), catalogue });
    return JSON.stringify([prepared, indices.toSorted(), config.client_id, config.community_id]);
  };
  return buildSelectionKey(a) === buildSelectionKey(b);
};

/** Keeps those of the client of the contact only, and of its community unless the filters name others. */
const limitFilters = (config: Selecting): readonly unknown[] => {
  const { client_id, community_id } = config;
  const stored = (Array.isArray(config.filters) ? config.filters : []) as Filter[];
  const only = (field: string, id: number) => termsFilter(field, [{ id: String(id) }]);
  const namesCommunities = listSelectedTerms(stored, 'Onlines').length > 0;
  return [
    ...stored,
    only('Clients', client_id),
    ...(community_id === null || namesCommunities ? [] : [only('Onlines', community_id)]),
  ];
};

/** The activities of a report, or why its owner may not send them. */
export type SelectedReport =
  | SelectedStored
  | { readonly ok: false; readonly refusal: { readonly reason: 'other clients' } };

export interface SelectionContext {
  readonly catalogue: FieldCatalogue;
  /** The account lists that the filters of the reports name. */
  readonly lists: KnownLists;
  readonly now: Date;
}

/** Reads what selecting the activities of reports needs. */
export const readSelectionContext = async (
  { db, catalogue }: Pick<Services, 'catalogue' | 'db'>,
  configs: readonly Selecting[],
  now: Date,
): Promise<SelectionContext> => {
  const filters = configs.map((config) => config.filters);
  return { catalogue: await catalogue(), lists: await readNamedLists(db.kysely, filters), now };
};

/**
 * The activities of a report within the scope of its owner as it is now. Refuses if a filter was withdrawn, or names other
 * clients than the one that receives the report: such filters were stored by earlier versions.
 */
export const reportSelection = (
  config: Selecting,
  scope: DataScope,
  { catalogue, lists, now }: SelectionContext,
): SelectedReport => {
  const parsed = parseFilters(config.filters, catalogue);
  if (parsed.ok && namesOtherClients(parsed.filters, String(config.client_id)))
    return { ok: false, refusal: { reason: 'other clients' } };
  return selectStored(
    { filters: limitFilters(config), activityTypes: config.indices },
    { scope, catalogue, lists, now },
  );
};

type Config = Pick<ReportConfigRow, 'report_type' | 'client_id'>;

/** Says why the activities of a report cannot be selected. */
export const selectionProblem = (
  { refusal }: Extract<SelectedReport, { ok: false }>,
  { blinded }: { readonly blinded: boolean },
): string => {
  if (refusal.reason === 'other clients')
    return 'Its filters name clients other than its company. Save it again without them.';
  if (refusal.reason !== 'account lists')
    return 'Its user may no longer use some of its clients or filters. Save it again without them.';
  const names = refusal.lists.map(
    ({ id, name = '' }) => shownTexts('Account list', id, { name, description: '' }, { blinded }).name,
  );
  return `The account list ${names.map((name) => `“${name}”`).join(' or ')} was deleted, is no longer shared with its user, or has a rule that its user may not use. Save it again without the list.`;
};

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
  context: SelectionContext & { readonly blinded: boolean },
  webhooks: Webhooks,
): Sendable => {
  const because = (problem: string): Sendable => ({ ok: false, problem });
  if (!owner?.user.is_active) return because(deletedOwnerProblem);
  const selected = reportSelection(config, owner.scope, context);
  if (!selected.ok) return because(selectionProblem(selected, context));
  const problem =
    config.report_type === reportTypes.Webhook
      ? describeProblem(webhooks.get(config.client_id), {
          pausedAt: config.webhook_paused_at,
          channelId: config.channel_id,
          channelRemovedAt: config.channel_removed_at,
        })
      : undefined;
  if (problem !== undefined) return because(problem);
  return { ok: true, owner, selection: selected.selection };
};

/** Half-open, by the time at which activities became available. */
export interface ReportPeriod {
  readonly from: Date;
  readonly to: Date;
}

/** Slot keys of runs that were started by hand; those of scheduled runs are local dates. */
const manualPrefix = 'now ';
/** Names the slot of a run that a person starts. */
export const manualSlot = (now: Date, sender: number): string =>
  `${manualPrefix}${now.toISOString()} by ${sender}`;
export const isManualSlot = (slotKey: string): boolean => slotKey.startsWith(manualPrefix);
/** The person who started the run of a slot; null for a scheduled one. */
export const senderOfSlot = (slotKey: string): number | null => {
  const [, sender] = /^now .* by (\d+)$/.exec(slotKey) ?? [];
  return sender === undefined ? null : Number(sender);
};

/** Scheduled runs are about everything before their local date; a run that was started by hand, before its start. */
export const endOfRun = (
  { slotKey, slotAt }: { readonly slotKey: string; readonly slotAt: Date },
  timeZone: string,
): Date => (isManualSlot(slotKey) ? slotAt : cutOff(slotKey, timeZone));

export type Progress = Pick<ReportConfigRow, 'cursor' | 'available_from' | 'occurred_from'>;

/** Finds what a run that ends at `to` covers; undefined if an earlier run has covered it. */
export const reportPeriod = ({ cursor, available_from }: Progress, to: Date): ReportPeriod | undefined => {
  const from = cursor && cursor > available_from ? cursor : available_from;
  return from < to ? { from, to } : undefined;
};

/** The time from which activities are read: those that were committed late can be older than the period. */
const readFrom = ({ cursor, available_from }: Progress): Date => {
  const late = cursor ? daysAfter(cursor, -lateCommitDays) : available_from;
  return late > available_from ? late : available_from;
};

const notSent = (configId: string) => sql<SqlBool>`NOT EXISTS (
  SELECT FROM activity_report_activity AS sent
  WHERE sent.config_id = ${configId}::uuid AND sent.client_id = e.client_id AND sent.activity_id = e.id)`;

/** Reads the activities that a run has to send, newest first. A configuration that is not stored yet has sent none. */
export const readReportKeys = async (
  db: Kysely<Schema>,
  config: Progress & { readonly id: string | null },
  { selection, to }: { readonly selection: UndatedSelection; readonly to: Date },
): Promise<ActivityKey[]> => {
  const { id, occurred_from } = config;
  const where = undatedWhere(selection, [
    sql<SqlBool>`e.available_at >= ${readFrom(config)}::timestamptz AND e.available_at < ${to}::timestamptz`,
    ...(occurred_from ? [sql<SqlBool>`e.occurred_at >= ${occurred_from}::timestamptz`] : []),
    ...(id === null ? [] : [notSent(id)]),
  ]);
  const { rows } = await sql<ActivityKey>`
    SELECT e.client_id AS "clientId", e.id FROM engagement AS e
    WHERE ${where}
    ORDER BY e.occurred_at DESC, e.client_id DESC, e.id DESC`.execute(db);
  return rows;
};

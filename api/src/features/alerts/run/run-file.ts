import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { isCountingRule } from '@readerlens/contract/alert-rule';
import type { AlertRule, CountingRule } from '@readerlens/contract';
import type { ActivityKey } from '../../../activities/activity-key.ts';
import { joinWithAnd } from '../../../activities/filter-sql.ts';
import type { Condition } from '../../../activities/filter-sql.ts';
import { undatedWhere } from '../../../activities/selection.ts';
import type { UndatedSelection } from '../../../activities/selection.ts';
import type { ExportViewer } from '../../../outputs/export/plan-export.ts';
import type { DataScope } from '../../../people/policy.ts';
import type { Services } from '../../../people/services.ts';
import { fileColumns, givenWhere, makeWorkbook, sentWhere } from '../../../sendings/run-file.ts';
import type { EntityResult, Window, Windows } from '../rules/evaluation.ts';
import { entityColumns, withinWindow } from './alert-scan.ts';
import { rulesFor } from '../rules/alert-types.ts';
import { isSilent } from '../rules/words.ts';
import { reportedEntities } from './run-evaluation.ts';
import type { RunView } from './run-evaluation.ts';
import { narrowTo } from '../../../activities/select-stored.ts';

/** Characters that file systems refuse. */
// oxlint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u001f<>:"/\\|?*]/g;

/** A file has no more rows than this; the run says whether more matched. */
export const maxFileRows = 10_000;

/** 'Visits 2026-03-03.xlsx', for the name of an alert as the viewer may see it. */
export const runFileName = (alertName: string, slot: string): string =>
  `${alertName.replace(unsafe, ' ').replace(/\s+/g, ' ').trim()} ${slot}.xlsx`;

/**
 * What a run reports: the activities of a Specific alert, or the current ones of readers or organizations; of those that
 * have none, the ones of the baseline that they fell silent after.
 */
export type RunContent =
  | { readonly activities: readonly ActivityKey[] }
  | { readonly storedRunId: string }
  | {
      readonly entities: readonly ReportedEntity[];
      readonly rule: CountingRule;
      readonly windows: Windows;
      /** Of the owner. */
      readonly selection: UndatedSelection;
    };

/** A run reports this in a view. */
export const runContent = (
  rule: AlertRule,
  view: RunView,
  read: Pick<EntityContent, 'windows' | 'selection'>,
): RunContent =>
  isCountingRule(rule)
    ? { entities: reportedEntities(view), rule, ...read }
    : { activities: view.activities };

type ReportedEntity = Pick<EntityResult, 'clientId' | 'entityId' | 'current'>;
type EntityContent = Extract<RunContent, { entities: unknown }>;

const entitiesWhere = (
  entities: readonly ReportedEntity[],
  window: Window,
  { rule, selection }: EntityContent,
  scope: DataScope,
): Condition => {
  const seen = narrowTo(scope, selection);
  const clientIds = [...new Set(entities.map(({ clientId }) => clientId))];
  // Those of the entities are named even for staff, who see all: indexes start with the client.
  const named = clientIds.filter((id) => seen.clientIds === 'all' || seen.clientIds.includes(id));
  return joinWithAnd([
    undatedWhere({ ...seen, clientIds: named }, [withinWindow(window)]),
    sql<SqlBool>`(e.client_id, ${sql.ref(`e.${entityColumns[rule.aggField]}`)}) IN (
      SELECT * FROM unnest(${entities.map(({ clientId }) => clientId)}::integer[],
        ${entities.map(({ entityId }) => entityId)}::integer[]))`,
  ]);
};

const contentWhere = (content: RunContent, scope: DataScope): Condition => {
  if ('storedRunId' in content) return sentWhere('alert_activity', content.storedRunId, scope);
  if ('activities' in content) return givenWhere(content.activities, scope);
  const { current, baseline } = content.windows;
  const silent = baseline ? content.entities.filter(isSilent) : [];
  const active = content.entities.filter((entity) => !silent.includes(entity));
  if (!baseline || silent.length === 0) return entitiesWhere(active, current, content, scope);
  const before = entitiesWhere(silent, baseline, content, scope);
  if (active.length === 0) return before;
  return sql<SqlBool>`(${entitiesWhere(active, current, content, scope)} OR ${before})`;
};

/** These are the newest rows. */
const newest = (where: Condition): Condition => sql<SqlBool>`(e.client_id, e.id) IN (
  SELECT e.client_id, e.id FROM engagement AS e WHERE ${where}
  ORDER BY e.occurred_at DESC, e.client_id DESC, e.id DESC LIMIT ${maxFileRows}::integer)`;

export interface RunFile {
  readonly content: RunContent;
  /** Names of the alert's export columns; those that the viewer may not see are left out. */
  readonly columns: readonly string[];
  readonly viewer: ExportViewer & { readonly scope: DataScope };
  /** The local date of the slot. */
  readonly slot: string;
}

const writeNote = (content: RunContent): string =>
  'entities' in content ? (rulesFor(content.rule).fileNote(content.rule, content.entities) ?? '') : '';

/**
 * The workbook of a run as a person may see it now.
 * @throws AppError as `exportToBuffer`
 */
export const runFile = (
  services: Pick<Services, 'db' | 'exportSlots'>,
  { content, columns, viewer, slot }: RunFile,
): Promise<Uint8Array> =>
  makeWorkbook(services, {
    where: newest(contentWhere(content, viewer.scope)),
    columns: fileColumns(columns, viewer.scope),
    viewer,
    // Without the name of the alert, which may contain that of a client.
    selection: `Alert of ${slot}. ${writeNote(content)}`.trim(),
  });

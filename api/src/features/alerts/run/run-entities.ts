import type { Kysely, Selectable } from 'kysely';
import type { AlertRule, CountingRule, RunEntity, RunOutcome } from '@readerlens/contract';
import { nameSubjects } from '../../../activities/figures/subjects.ts';
import type { Viewer } from '../../../people/session.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { createClientLookup } from '../../../activities/lookups/client-lookup.ts';
import type { Services } from '../../../people/services.ts';
import { rulesFor } from '../rules/alert-types.ts';
import type { Entity, Explained, Windows } from '../rules/evaluation.ts';

/** A page shows no more than this. */
const shownEntities = 200;

type Counted = Entity & Explained;

const order: readonly RunOutcome[] = [
  'fires',
  'still above',
  'still changed',
  'insufficient baseline',
  'quiet',
];

/** Reported ones first, then by the size of the change or the count. */
const byWeight = (a: Counted, b: Counted): number =>
  order.indexOf(a.outcome) - order.indexOf(b.outcome) ||
  Math.abs(b.changePercent ?? 0) - Math.abs(a.changePercent ?? 0) ||
  b.current.activities - a.current.activities ||
  a.clientId - b.clientId ||
  a.entityId - b.entityId;

const ratios = (rule: AlertRule, current: number, baseline: number) => {
  if (!('baselineActivityMonths' in rule)) return { expected: null, changePercent: null };
  const expected = (baseline * rule.activityMonths) / rule.baselineActivityMonths;
  return { expected, changePercent: expected === 0 ? null : ((current - expected) / expected) * 100 };
};

/** Reads the windows that a run was stored with. */
export const storedWindows = (run: Selectable<Schema['alert_run']>): Windows => ({
  current: { from: run.current_from, to: run.current_to },
  baseline: run.baseline_from && run.baseline_to ? { from: run.baseline_from, to: run.baseline_to } : null,
});

/** Reads the result that a row of a run was stored for. */
const storedResult = (row: Selectable<Schema['alert_run_entity']>, rule: AlertRule): Counted => ({
  clientId: row.client_id,
  entityId: row.entity_id,
  outcome: row.outcome,
  current: { activities: row.activities, readers: row.readers },
  baseline: { activities: row.baseline_activities, readers: row.baseline_readers },
  ...ratios(rule, row.activities, row.baseline_activities),
  direction: row.direction,
  notifiedOn: row.notified_on,
});

export const storedEntities = async (
  kysely: Kysely<Schema>,
  { runId, view, rule }: { readonly runId: string; readonly view: number; readonly rule: AlertRule },
): Promise<Counted[]> => {
  const rows = await kysely
    .selectFrom('alert_run_entity')
    .selectAll()
    .where('run_id', '=', runId)
    .where('view', '=', view)
    .execute();
  return rows.map((row) => storedResult(row, rule));
};

interface ShownOptions {
  readonly viewer: Viewer;
  readonly size?: number;
}

/** The results that a viewer sees, the weightiest first; without clients that the viewer may not see. */
export const chooseShown = <Result extends Counted>(
  results: readonly Result[],
  { viewer, size = shownEntities }: ShownOptions,
): Result[] => {
  const { clientIds } = viewer.scope;
  return results
    .filter(({ clientId }) => clientIds === 'all' || clientIds.includes(clientId))
    .toSorted(byWeight)
    .slice(0, size);
};

/** Lists of results with their names and explanations, as a viewer sees them. */
export const nameEntities = async (
  { db }: Pick<Services, 'db'>,
  lists: readonly (readonly Counted[])[],
  rule: CountingRule,
  viewer: Viewer,
): Promise<RunEntity[][]> => {
  const all = lists.flat();
  const [names, clients] = await Promise.all([
    nameSubjects(
      db.kysely,
      rule.aggField,
      all.map(({ entityId }) => entityId),
      viewer,
    ),
    createClientLookup(db).byIds([...new Set(all.map(({ clientId }) => clientId))], viewer),
  ]);
  const clientNames = new Map(clients.map(({ id, name }) => [id, name]));
  const hasBaseline = 'baselineActivityMonths' in rule;
  const nameEntity = (result: Counted): RunEntity => ({
    clientId: String(result.clientId),
    client: clientNames.get(result.clientId) ?? '',
    entityId: String(result.entityId),
    name: names.get(result.entityId)?.name ?? String(result.entityId),
    url: names.get(result.entityId)?.url ?? null,
    outcome: result.outcome,
    current: result.current,
    baseline: hasBaseline ? result.baseline : null,
    expected: result.expected,
    changePercent: result.changePercent,
    direction: result.direction,
    notifiedOn: result.notifiedOn,
    why: rulesFor(rule).why(rule, result),
  });
  return lists.map((list) => list.map(nameEntity));
};

/** Results with their names and explanations, as a viewer sees them; without clients that the viewer may not see. */
export const entityViews = async (
  services: Pick<Services, 'db'>,
  results: readonly Counted[],
  rule: CountingRule,
  options: ShownOptions,
): Promise<RunEntity[]> => {
  const [views = []] = await nameEntities(services, [chooseShown(results, options)], rule, options.viewer);
  return views;
};

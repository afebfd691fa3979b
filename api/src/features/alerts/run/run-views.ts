// Computes what people of different scopes see of a run, without side effects.
import type { DataScope } from '../../../people/policy.ts';
import { countByClient } from '../../../sendings/run-list.ts';
import { isSilent } from '../rules/words.ts';
import type { AlertActivity, EntityResult, Evaluation } from '../rules/evaluation.ts';
import { buildEntityKey } from '../rules/evaluation.ts';

/** A run as it looks in a scope. */
export interface RunView {
  /** 0 is the view of the owner. */
  readonly index: number;
  readonly scope: DataScope;
  /** Of alerts that count: those that the rule holds for. */
  readonly entities: readonly EntityResult[];
  /** Too small a baseline; not more than are stored. */
  readonly insufficient: readonly EntityResult[];
  /** Of a Specific alert, newest last. */
  readonly activities: readonly AlertActivity[];
}

/** A run stores no more entities with too small a baseline than this, as examples. It has the number of all. */
export const maxInsufficient = 20;

const formatIds = (ids: readonly number[] | 'all'): string =>
  ids === 'all' ? ids : ids.toSorted((a, b) => a - b).join();

/** Equal for people who see the same activities. The fields that they may see do not count. */
export const scopeKey = ({ clientIds, communityIds, activityTypes }: DataScope): string =>
  [formatIds(clientIds), formatIds(communityIds), activityTypes.toSorted().join()].join(';');

const holds = ({ outcome }: EntityResult): boolean =>
  outcome === 'fires' || outcome === 'still above' || outcome === 'still changed';

const listInsufficient = ({ entities }: Evaluation): EntityResult[] =>
  entities.filter(({ outcome }) => outcome === 'insufficient baseline').slice(0, maxInsufficient);

/** The run as its owner sees it. */
export const ownView = (
  scope: DataScope,
  evaluation: Evaluation,
  activities: readonly AlertActivity[],
): RunView => ({
  index: 0,
  scope,
  entities: evaluation.entities.filter(holds),
  insufficient: listInsufficient(evaluation),
  activities,
});

/**
 * What another scope shows of the owner's entities: those that the rule also holds for within it, in the same direction,
 * with its counts. Whether they are new is for the owner's scope to say, which the alert remembers.
 */
export const entitiesWithin = (
  owner: Pick<RunView, 'entities'>,
  within: Evaluation,
): Pick<RunView, 'entities' | 'insufficient'> => {
  const byKey = new Map(owner.entities.map((entity) => [buildEntityKey(entity), entity]));
  const entities = within.entities.flatMap((entity) => {
    const own = byKey.get(buildEntityKey(entity));
    return own && holds(entity) && own.direction === entity.direction
      ? [{ ...entity, outcome: own.outcome, notifiedOn: own.notifiedOn }]
      : [];
  });
  return { entities, insufficient: listInsufficient(within) };
};

export const reportedEntities = ({ entities }: Pick<RunView, 'entities'>): EntityResult[] =>
  entities.filter(({ outcome }) => outcome === 'fires');

/** Counts the activities, readers or organizations that a run reports. */
export const totalMatched = (view: RunView): number => view.activities.length + reportedEntities(view).length;

/** Counts how much of what a run reports is of which client, by client. */
export const matchesByClient = (view: RunView): ReadonlyMap<number, number> =>
  countByClient([...view.activities, ...reportedEntities(view)]);

/** Counts the activities that the file of a run lists without a limit. */
export const matchedActivities = (view: RunView): number =>
  reportedEntities(view).reduce(
    (sum, entity) => sum + (isSilent(entity) ? entity.baseline : entity.current).activities,
    view.activities.length,
  );

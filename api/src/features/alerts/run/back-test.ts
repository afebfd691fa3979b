import type { AlertRule, BackTest, BackTestSlot, CallInput, Calls } from '@readerlens/contract';
import { isCountingRule } from '@readerlens/contract/alert-rule';
import { ruleInWords } from '@readerlens/contract/alert-words';
import { backTestSlots } from '@readerlens/contract/alerts';
import { ownerFiltersMessage } from '@readerlens/contract/alerts/messages';
import { addMonths } from '@readerlens/filters/model';
import { formatActivityId } from '../../../activities/activity-key.ts';
import { readEngagementRows } from '../../../activities/engagement-rows.ts';
import type { UndatedSelection } from '../../../activities/selection.ts';
import { createClientLookup } from '../../../activities/lookups/client-lookup.ts';
import { scopeOfUser } from '../../../people/owner.ts';
import type { Session } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import { conflict } from '../../../platform/http/errors.ts';
import { cutOff, nextSlot, slotAfter } from '../../../platform/jobs/index.ts';
import { secondsAfter } from '../../../platform/time.ts';
import type { DateRule } from '../../../platform/db/index.ts';
import { managedAlert } from '../definition/alert-access.ts';
import type { KnownAlert } from '../definition/alert-access.ts';
import { readRule, readSchedule, readStoredFilters, buildSlotRule } from '../definition/alert-definition.ts';
import { checkedBehavior, checkedSchedule } from '../definition/alert-input.ts';
import { evaluateInTurn } from './run-evaluation.ts';
import type { AlertActivity, EntityResult, Evaluation } from '../rules/evaluation.ts';
import { chooseShown, nameEntities } from './run-entities.ts';
import { readNamedLists } from '../../../activities/account-lists/filtered-lists.ts';
import { narrowTo, selectStored } from '../../../activities/select-stored.ts';

const shown = 20;
const daySeconds = 86_400;
const days = { day: 1, week: 7, 'half-month': 16, month: 31 } as const satisfies Record<
  DateRule['every'],
  number
>;

interface Slot {
  readonly key: string;
  readonly at: Date;
}

/** The same time of the day one calendar month before. */
const monthBefore = (now: Date): Date => {
  const [day = '', time] = now.toISOString().split('T');
  return new Date(`${addMonths(day, -1)}T${time}`);
};

/** Long enough for the slots of a month, and for the two before them. */
const monthDays = 34;

/** Lists the last slots until now, or those of the last month if there are more, and the two before them, oldest first. */
const lastSlots = (rule: DateRule, timeZone: string, now: Date): Slot[] => {
  const slots: Slot[] = [];
  const length = Math.max(days[rule.every] * (backTestSlots + 3), monthDays);
  const from = secondsAfter(now, -daySeconds * length);
  for (let slot = slotAfter(rule, timeZone, from); slot.at <= now; slot = nextSlot(rule, timeZone, slot))
    slots.push(slot);
  const since = monthBefore(now);
  const ofMonth = slots.filter(({ at }) => at > since).length;
  return slots.slice(-Math.max(backTestSlots, ofMonth) - 2);
};

export interface Tested {
  readonly rule: AlertRule;
  readonly selection: UndatedSelection;
  readonly session: Session;
}

/** What is shown of a slot; its evaluation may list very many entities and activities. */
interface SlotSummary extends Pick<BackTestSlot, 'slot' | 'runOn' | 'totalMatched' | 'insufficientBaseline'> {
  readonly activities: readonly AlertActivity[];
  readonly entities: readonly EntityResult[];
  readonly incompleteClients: readonly number[];
}

const summarizeSlot = (
  { slot: { key, at }, evaluation: { activities, entities, incompleteClients } }: EvaluatedSlot,
  session: Session,
): SlotSummary => {
  const fired = entities.filter(({ outcome }) => outcome === 'fires');
  return {
    slot: key,
    runOn: at.toISOString(),
    totalMatched: activities.length + fired.length,
    activities: activities.slice(-shown).toReversed(),
    entities: chooseShown(fired, { viewer: session, size: shown }),
    insufficientBaseline: entities.filter(({ outcome }) => outcome === 'insufficient baseline').length,
    incompleteClients,
  };
};

/** Names what slots show, once for all of them. */
const slotViews = async (
  services: Services,
  summaries: readonly SlotSummary[],
  { rule, session }: Tested,
): Promise<BackTestSlot[]> => {
  const { kysely } = services.db;
  const activities = summaries.flatMap((each) => each.activities);
  const skipped = [...new Set(summaries.flatMap(({ incompleteClients }) => incompleteClients))];
  const entities = summaries.map((each) => each.entities);
  const [views, rows, clients] = await Promise.all([
    isCountingRule(rule) ? nameEntities(services, entities, rule, session) : [],
    readEngagementRows(kysely, activities, session),
    createClientLookup(services.db).byIds(skipped, session),
  ]);
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return summaries.map((summary, index) => ({
    ...summary,
    entities: views[index] ?? [],
    activities: summary.activities.flatMap((each) => rowById.get(formatActivityId(each)) ?? []),
    incompleteClients: clients
      .filter(({ id }) => summary.incompleteClients.includes(id))
      .map(({ name }) => name),
  }));
};

const stepsFirst = 'Complete the filters and the behavior first.';

/**
 * The rule and what the owner and the caller both may see.
 * @throws AppError 409 before filters and behavior are stored, or if the owner may no longer use the filters
 */
export const readTested = async (
  services: Services,
  { alert }: KnownAlert,
  session: Session,
): Promise<Tested> => {
  const rule = readRule(alert);
  const [owner, catalogue] = await Promise.all([scopeOfUser(alert.owner_id, services), services.catalogue()]);
  if (!rule || !owner || alert.last_step < 2) throw conflict(stepsFirst);
  const lists = await readNamedLists(services.db.kysely, [alert.filters]);
  const viewer = { scope: owner.scope, catalogue, now: services.jobs.clock(), lists };
  const selected = selectStored(readStoredFilters(alert), viewer);
  if (!selected.ok) throw conflict(ownerFiltersMessage);
  return { rule, session, selection: narrowTo(session.scope, selected.selection) };
};

export interface EvaluatedSlot {
  readonly slot: Slot;
  readonly evaluation: Evaluation;
}

/**
 * Evaluates the last slots, oldest first, as if the alert had been active for longer. The slot before them is evaluated for its
 * state only: the first run of an alert reports all that already holds, which says nothing about the runs to come.
 */
export async function* evaluateSlots(
  services: Services,
  { alert }: KnownAlert,
  { rule, selection }: Tested,
): AsyncGenerator<EvaluatedSlot> {
  const { time_zone: timeZone } = alert;
  const now = services.jobs.clock();
  const [start, ...slots] = lastSlots(buildSlotRule(readSchedule(alert)), timeZone, now);
  const since = start ? cutOff(start.key, timeZone) : now;
  const evaluated = { definition: { rule, timeZone, version: 1, since }, selection };
  const dates = slots.map(({ key }) => key);
  let index = 0;
  for await (const evaluation of evaluateInTurn(services.db, evaluated, dates)) {
    const slot = slots[index]!;
    if (index > 0) yield { slot, evaluation };
    index += 1;
  }
}

type Draft = CallInput<Calls['POST /api/notification-back-test/{id}']>['body'];

/** The alert with what the wizard has not saved yet. */
const withDraft = (known: KnownAlert, { behavior, schedule }: Draft): KnownAlert => ({
  ...known,
  alert: {
    ...known.alert,
    ...(behavior ? checkedBehavior(behavior, known.alert) : {}),
    ...(schedule ? checkedSchedule(schedule, known.alert) : {}),
  },
});

/** Sums what the slots of the month before now report. */
const sumLastMonth = (slots: readonly BackTestSlot[], now: Date): BackTest['lastMonth'] => {
  const since = monthBefore(now).toISOString();
  const recent = slots.filter(({ runOn }) => runOn > since);
  return { totalMatched: recent.reduce((sum, slot) => sum + slot.totalMatched, 0), runs: recent.length };
};

/** The wizard asks again at each change of a field, and leaves the request before. */
const requireReader = ({ aborted }: AbortSignal): void => {
  if (aborted) throw conflict('The back-test was canceled.');
};

/**
 * What an alert, with the changes of a draft, would have reported at its last slots, had it been active before them.
 * @throws AppError 404 and 403 as `managedAlert`, 400 for an invalid draft, and 409 before filters and behavior are given
 */
export const backTest = async (
  services: Services,
  id: string,
  draft: Draft,
  { session, disconnected }: { readonly session: Session; readonly disconnected: AbortSignal },
): Promise<BackTest> => {
  const known = withDraft(await managedAlert(services, id, session), draft);
  const tested = await readTested(services, known, session);
  const summaries: SlotSummary[] = [];
  requireReader(disconnected);
  for await (const evaluated of evaluateSlots(services, known, tested)) {
    requireReader(disconnected);
    summaries.push(summarizeSlot(evaluated, session));
  }
  const slots = await slotViews(services, summaries, tested);
  const lastMonth = sumLastMonth(slots, services.jobs.clock());
  return { timeZone: known.alert.time_zone, rule: ruleInWords(tested.rule), slots, lastMonth };
};

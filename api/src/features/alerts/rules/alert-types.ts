// Lists the types of alerts. A new type is an entry here, in the tables of the contract, and in those of the wizard. The
// scheduled run, the back-test and the explanation all plan a slot, read the facts of the plan, and call `evaluate`.
import type { AlertRule, AlertType, RuleFor } from '@readerlens/contract';
import { change } from './change.ts';
import type {
  TypeRules,
  AlertDefinition,
  AlertFacts,
  AlertState,
  Evaluation,
  SlotPlan,
} from './evaluation.ts';
import { series } from './series.ts';
import { specific } from './specific.ts';
import { noFacts } from './evaluation.ts';

const types: { readonly [Type in AlertType]: TypeRules<RuleFor<Type>> } = {
  ChangeInActivitiesNotification: change,
  SeriesOfActivitiesNotification: series,
  SpecificActivityNotification: specific,
};

/** Returns the rules of the type of a rule, to be called with this rule. */
export const rulesFor = ({ type }: AlertRule): TypeRules => types[type];

/** The state to start a slot with. A new version of the definition starts from nothing, at its activation. */
const chooseState = ({ version, since }: AlertDefinition, stored: AlertState | null): AlertState =>
  stored?.version === version ? stored : { version, cursor: since, notified: [] };

export const planSlot = (definition: AlertDefinition, date: string, stored: AlertState | null): SlotPlan => {
  const { rule, timeZone } = definition;
  const state = chooseState(definition, stored);
  return { definition, date, state, ...rulesFor(rule).plan(rule, { date, timeZone, state }) };
};

/**
 * Evaluates a slot. Pure: nothing is remembered but the returned state. Which activities were already reported is not
 * decided here, but by the ledger of reported activities.
 */
export const evaluate = (plan: SlotPlan, facts: Partial<AlertFacts>): Evaluation => {
  const { definition, state, windows } = plan;
  const { rule } = definition;
  const { notified, ...result } = rulesFor(rule).evaluate(rule, plan, { ...noFacts, ...facts });
  return { plan, ...result, state: { ...state, cursor: windows.current.to, notified } };
};

/** A run in a sentence, with the number of activities, readers or organizations that it reports. */
export const runInWords = (rule: AlertRule, totalMatched: number): string =>
  totalMatched === 0 ? 'Nothing matched.' : rulesFor(rule).runInWords(rule, totalMatched);

// The rules of alerts. The scheduled run, the back-test and the explanation all plan a slot, read the facts of the plan, and
// call `evaluate`.
import { rulesFor } from './alert-types.ts';
import { noFacts } from './evaluation.ts';
import type { AlertDefinition, AlertFacts, AlertState, Evaluation, SlotPlan } from './evaluation.ts';

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

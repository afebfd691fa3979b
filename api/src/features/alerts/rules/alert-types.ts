// Lists the types of alerts. A new type is an entry here, in the tables of the contract, and in those of the wizard.
import type { AlertRule, AlertType, RuleFor } from '@readerlens/contract';
import { change } from './change.ts';
import type { TypeRules } from './evaluation.ts';
import { series } from './series.ts';
import { specific } from './specific.ts';

const types: { readonly [Type in AlertType]: TypeRules<RuleFor<Type>> } = {
  ChangeInActivitiesNotification: change,
  SeriesOfActivitiesNotification: series,
  SpecificActivityNotification: specific,
};

/** Returns the rules of the type of a rule, to be called with this rule. */
export const rulesFor = ({ type }: AlertRule): TypeRules => types[type];

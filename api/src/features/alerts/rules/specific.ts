// Evaluates alerts about every activity that meets the filters.
import type { SpecificRule } from '@readerlens/contract';
import { countActivities, counted } from '@readerlens/contract/alert-words';
import { cutOff } from '../../../platform/jobs/index.ts';
import type { AlertActivity, TypeRules, Window } from './evaluation.ts';

const isWithin = ({ from, to }: Window, instant: Date): boolean => instant >= from && instant < to;

const byTime = (a: AlertActivity, b: AlertActivity): number =>
  a.availableAt.getTime() - b.availableAt.getTime() || a.clientId - b.clientId || a.id - b.id;

export const specific: TypeRules<SpecificRule> = {
  plan: (_rule, { date, timeZone, state: { cursor } }) => {
    const to = cutOff(date, timeZone);
    // The cursor may be after the cut-off, because an alert can be activated between midnight and its first run.
    const current = { from: cursor, to: cursor > to ? cursor : to };
    return { windows: { current, baseline: null }, by: null, notified: [] };
  },
  evaluate: (_rule, { windows, state: { notified } }, facts) => {
    const activities = facts.activities.filter(({ availableAt }) => isWithin(windows.current, availableAt));
    return { activities: activities.sort(byTime), entities: [], incompleteClients: [], notified };
  },
  audit: () => 'IndividualActivitiesAudit',
  runInWords: (_rule, totalMatched) =>
    `${counted(totalMatched, 'new activity', 'new activities')} met the filters.`,
  why: (_rule, { current }) => countActivities(current.activities),
  fileNote: () => null,
};

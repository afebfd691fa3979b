import { isStepDone, isStepOpen, listAlertSteps } from './alert-progress.ts';
import type { AlertProgressInput } from './alert-progress.ts';
import type { AlertStep, AlertType } from './vocabulary.ts';

const alert = ($type: AlertType, lastStepCompleted: number, more: Partial<AlertProgressInput> = {}) => ({
  $type,
  filters: [1],
  activityMonths: 1,
  targets: [1],
  exportColumns: [1],
  lastStepCompleted,
  ...more,
});
const series = 'SeriesOfActivitiesNotification';
const specific = 'SpecificActivityNotification';

describe('the steps of an alert', () => {
  it('are those of its type', () => {
    const all = ['Begin', 'DefineFilters', 'BehaviorChange', 'SetAlert', 'Frequency', 'Activate'];
    expect(listAlertSteps({ $type: series, isComplete: false })).toEqual(all);
    expect(listAlertSteps({ $type: specific, isComplete: false })).toEqual(
      all.filter((step) => step !== 'BehaviorChange'),
    );
    expect(listAlertSteps({ $type: series, isComplete: true })).toEqual(all.slice(0, -1));
  });

  it.each<[AlertType, number, AlertStep[]]>([
    [series, 1, ['Begin', 'DefineFilters']],
    [series, 2, ['Begin', 'DefineFilters', 'BehaviorChange']],
    [series, 3, ['Begin', 'DefineFilters', 'BehaviorChange', 'SetAlert']],
    [series, 4, ['Begin', 'DefineFilters', 'BehaviorChange', 'SetAlert', 'Frequency']],
    [series, 5, ['Begin', 'DefineFilters', 'BehaviorChange', 'SetAlert', 'Frequency', 'Activate']],
    [specific, 2, ['Begin', 'DefineFilters', 'SetAlert']],
    [specific, 4, ['Begin', 'DefineFilters', 'SetAlert', 'Frequency']],
  ])('of %s open one after another: %i', ($type, last, open) => {
    const each = alert($type, last);
    expect(listAlertSteps({ $type, isComplete: false }).filter((step) => isStepOpen(each, step))).toEqual(
      open,
    );
  });

  it.each<[Partial<AlertProgressInput>, AlertStep]>([
    [{ filters: [] }, 'DefineFilters'],
    [{ activityMonths: null }, 'BehaviorChange'],
    [{ targets: [] }, 'SetAlert'],
    [{ exportColumns: [] }, 'Frequency'],
  ])('are not done with %j', (without, step) => {
    expect(isStepDone(alert(series, 6, without), step)).toBe(false);
    expect(isStepDone(alert(series, 6), step)).toBe(true);
  });
});

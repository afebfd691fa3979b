// Checks what the wizard saves. All refusals name the field.
import type { BehaviorChange, CallInput, Calls } from '@readerlens/contract';
import { lineProblem } from '@readerlens/contract';
import { titleRequiredMessage } from '@readerlens/contract/alerts/messages';
import {
  activityTypesMessage,
  correctErrorsMessage,
  missingMessage,
  tooLongMessage,
} from '@readerlens/contract/messages';
import { canonicalLine, canonicalParagraphs } from '@readerlens/contract/text';
import { parseRule } from '@readerlens/contract/alert-rule';
import { alertDescriptionLength, alertNameLength } from '@readerlens/contract/alerts';
import {
  activityTypeRequiredMessage,
  hasSecondFilter,
  normalizeModel,
  prepareForQuery,
  readStoredModel,
  savedFiltersProblem,
  twoFiltersMessage,
} from '@readerlens/filters/model';
import type { FieldCatalogue, Filter, FilterModel } from '@readerlens/filters/model';
import { invalidFilter } from '../../../activities/filter-problems.ts';
import { chosenColumns } from '../../../outputs/export/default-columns.ts';
import type { Owner } from '../../../people/owner.ts';
import { checkedWithout, droppedFilters, readModel } from '../../../activities/searches/filter-input.ts';
import type { ReadModel, ReadOptions } from '../../../activities/searches/filter-input.ts';
import { splitMasked } from '../../../activities/searches/shown-model.ts';
import { AppError, badRequest } from '../../../platform/http/errors.ts';
import { canonicalTimeZone } from '../../../platform/time-zone.ts';
import { behaviorValues } from './alert-definition.ts';
import type { AlertRow } from './alert.store.ts';

export type FiltersBody = CallInput<Calls['PUT /api/notification/{id}/filters']>['body'];
export type FrequencyBody = CallInput<Calls['PUT /api/notification/{id}/frequency']>['body'];

export const refuse = (path: string, message: string): never => {
  throw badRequest(message, 'invalid_input', [{ path, message }]);
};

const checkLength = (path: string, label: string, text: string, max: number): void => {
  if (Array.from(text).length > max) refuse(path, tooLongMessage(label, max));
};

export const checkedTexts = ({ name, description = '' }: { name: string; description?: string }) => {
  const texts = { name: canonicalLine(name), description: canonicalParagraphs(description) };
  const problem = lineProblem(texts.name, {
    label: 'Alert Title',
    required: titleRequiredMessage,
    max: alertNameLength,
  });
  if (problem !== undefined) return refuse('name', problem);
  checkLength('description', 'Description', texts.description, alertDescriptionLength);
  return texts;
};

/** An alert has windows of its own. */
const isUndated = ({ $type }: Filter): boolean => $type !== 'DateRange' && $type !== 'RelativeDateRange';

const checkFilters = ({ filters, indices }: FilterModel, { user, scope }: Owner): void => {
  if (indices.length === 0) refuse('indices', activityTypeRequiredMessage);
  if (!hasSecondFilter(filters)) refuse('filters', twoFiltersMessage);
  const problem = savedFiltersProblem(filters, { role: user.role, searchFields: user.activity_fields });
  if (problem) throw invalidFilter(problem.message, [{ path: '/filters', message: problem.message }]);
  const denied = indices.filter((type) => !scope.activityTypes.includes(type));
  if (denied.length > 0) refuse('indices', activityTypesMessage(denied));
};

/** The filters to store, and those left out. Those on texts that Blinded Mode hides stay as they were. */
export const checkedFilters = (body: FiltersBody, alert: AlertRow, context: ReadOptions): ReadModel => {
  const { owner, catalogue, blinded } = context;
  const { model: read, dropped } = readModel(body, context);
  const unseen = blinded ? splitMasked(readStoredModel(alert, catalogue).filters, catalogue).hidden : [];
  const { filters } = normalizeModel({ ...read, filters: [...read.filters, ...unseen] }, catalogue);
  const model = { filters: filters.filter(isUndated), indices: read.indices };
  const dated = droppedFilters(filters, model.filters, { reason: 'not applicable', catalogue });
  const left = [...dropped, ...dated];
  checkedWithout(left, () => checkFilters(model, owner));
  return { model, dropped: left };
};

/** Tells whether two models select the same activities. */
export const isSameModel = (a: FilterModel, b: FilterModel, catalogue: FieldCatalogue): boolean => {
  // Dates do not occur, so the time does not matter.
  const buildModelKey = ({ filters, indices }: FilterModel) =>
    JSON.stringify([prepareForQuery(filters, { now: new Date(0), catalogue }), indices.toSorted()]);
  return buildModelKey(a) === buildModelKey(b);
};

/** Returns the columns of the behavior to store. */
export const checkedBehavior = (
  body: BehaviorChange,
  { type }: AlertRow,
): ReturnType<typeof behaviorValues> => {
  if (body.$type !== `${type}BehaviorChangeRequest`)
    refuse('$type', 'This is the behavior of another type of alert.');
  const parsed = parseRule(type, body);
  if (parsed.ok) return behaviorValues(parsed.rule);
  const details = parsed.problems.map(({ field, message }) => ({ path: field, message }));
  throw badRequest(correctErrorsMessage, 'invalid_input', details);
};

const checkedTimeZone = (name: string): string =>
  canonicalTimeZone(name) ?? refuse('timeZone', missingMessage('time zone'));

const checkedColumns = ({ exportColumns }: FrequencyBody, owner: Owner): string[] => {
  if (exportColumns.length === 0) refuse('exportColumns', 'At least one export column is required');
  try {
    return chosenColumns(exportColumns, owner).map(({ field }) => field);
  } catch (error) {
    if (!(error instanceof AppError) || !error.details) throw error;
    const details = error.details.map(({ path, message }) => ({
      path: path.replace(/^columns/, 'exportColumns'),
      message,
    }));
    throw badRequest(error.message, 'invalid_input', details);
  }
};

/** Returns the columns of the schedule. A day that the frequency does not use stays as it was. */
export const checkedSchedule = (
  body: Pick<FrequencyBody, 'frequency' | 'dayOfWeek' | 'dayOfMonth' | 'timeZone'>,
  alert: AlertRow,
) => {
  const { frequency, timeZone = alert.time_zone } = body;
  return {
    frequency,
    day_of_week: (frequency === 'Weekly' ? body.dayOfWeek : undefined) ?? alert.day_of_week,
    day_of_month: (frequency === 'Monthly' ? body.dayOfMonth : undefined) ?? alert.day_of_month,
    time_zone: checkedTimeZone(timeZone),
  };
};

/** Returns the columns of the schedule and of its files to store. */
export const checkedFrequency = (body: FrequencyBody, alert: AlertRow, owner: Owner) => ({
  ...checkedSchedule(body, alert),
  export_columns: checkedColumns(body, owner),
});

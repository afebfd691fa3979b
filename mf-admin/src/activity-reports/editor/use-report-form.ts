import { ApiError, api } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import type { FieldCatalogue, FilterModel } from '@readerlens/filters/model';
import { showDroppedFilters } from '@readerlens/filters/panel';
import { toast, useFocusOnProblem, useLeaveGuard, useOneAtATime } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { leaveQuestion } from '../../account-form/use-account-form.ts';
import { settingsToast } from '../../person/settings-toast.ts';
import { refreshReports } from '../reports.queries.ts';
import type { ReportConfig } from '../reports.queries.ts';
import { inputOf, isSame, newValues, problemsOf, valuesOf } from './report-values.ts';
import type { PlaceNames, ReportField, ReportProblems, ReportValues } from './report-values.ts';

export interface ReportFormOptions {
  owner: SessionUserData;
  catalogue: FieldCatalogue;
  /** Undefined for a new report. */
  config: ReportConfig | undefined;
  /** What a new report starts with. */
  defaults: FilterModel;
  names: PlaceNames;
  onSaved: (config: ReportConfig) => void;
}

interface Refusal {
  readonly message: string;
  /** What the server says about fields, until the values change. */
  readonly fields: ReportProblems;
  readonly values: ReportValues;
}

const refusalOf = (error: unknown, values: ReportValues): Refusal => {
  const details = error instanceof ApiError ? error.details : [];
  const fields: ReportProblems = {};
  for (const { path, message } of details)
    fields[path.split(/[/.]/).find(Boolean) as ReportField] ??= message;
  return { message: error instanceof Error ? error.message : String(error), fields, values };
};

const send = async (values: ReportValues, { owner, config }: ReportFormOptions) => {
  const body = inputOf(values, owner.id, config);
  return config
    ? api('PATCH /api/activity-report-config/{id}', { params: { id: config.id }, body })
    : api('POST /api/activity-report-config', { body });
};

/** The form of a report. Checks run on submit; what the server refuses is shown, and nothing is lost. */
export const useReportForm = (options: ReportFormOptions) => {
  const { owner, catalogue, config, defaults, names, onSaved } = options;
  const queryClient = useQueryClient();
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const [stored, setStored] = useState(() =>
    config ? valuesOf(config, names, catalogue) : newValues(owner, defaults),
  );
  const [values, setValues] = useState(stored);
  const [attempts, setAttempts] = useState(0);
  const [refusal, setRefusal] = useState<Refusal>();
  const [saving, setSaving] = useState(false);
  const { begin, done } = useOneAtATime();
  const problems = problemsOf(values, owner, catalogue, stored);
  const checked = attempts > 0;
  const refused = refusal && isSame(refusal.values, values) ? refusal.fields : {};
  const shown: ReportProblems = checked ? { ...refused, ...problems.fields } : {};
  useLeaveGuard(isSame(values, stored) ? undefined : leaveQuestion);
  useFocusOnProblem(form, attempts, checked && !saving && (!problems.isValid || refusal !== undefined));

  const run = async () => {
    setSaving(true);
    setRefusal(undefined);
    try {
      const { data, message } = await send(values, options);
      setStored(values);
      toast.success(message, settingsToast);
      showDroppedFilters(data.dropped);
      await refreshReports(queryClient);
      onSaved(data);
    } catch (error) {
      toast.error('There was a error on saving the Activity Report Configuration', settingsToast);
      setRefusal(refusalOf(error, values));
      done();
    }
    if (config) done();
    setSaving(false);
    setAttempts((count) => count + 1);
  };
  return {
    setForm,
    values,
    saving,
    checked,
    problems: shown,
    isDirty: !isSame(values, stored),
    /** What the server said about the report. */
    failure: refusal?.message,
    change: (change: Partial<ReportValues>) => setValues((current) => ({ ...current, ...change })),
    submit: () => {
      if (problems.isValid) begin(() => void run());
      else setAttempts((count) => count + 1);
    },
  };
};

export type ReportFormState = ReturnType<typeof useReportForm>;

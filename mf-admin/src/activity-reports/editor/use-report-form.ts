import { api } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import type { FieldCatalogue, FilterModel } from '@readerlens/filters/model';
import { showDroppedFilters } from '@readerlens/filters/panel';
import { toast, useForm } from '@readerlens/ui';
import type { FormState } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { settingsToast } from '../../person/settings-toast.ts';
import { refreshReports } from '../reports.queries.ts';
import type { ReportConfig } from '../reports.queries.ts';
import { reportSchema } from './report-schema.ts';
import {
  findReportProblems,
  buildReportInput,
  isSame,
  newValues,
  readReportValues,
} from './report-values.ts';
import type { PlaceNames, ReportValues } from './report-values.ts';

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

export type ReportFormState = FormState<ReportValues>;

/** The form has the names of the company and the community beside their ids. */
const renamePath = (path: string) => path.replace(/^\/?(company|online)Id$/, '$1');

/** The form of a report. */
export const useReportForm = (options: ReportFormOptions): ReportFormState => {
  const { owner, catalogue, config, defaults, names, onSaved } = options;
  const { companyName, onlineName } = names;
  const queryClient = useQueryClient();
  const initial = useMemo(
    () =>
      config ? readReportValues(config, { companyName, onlineName }, catalogue) : newValues(owner, defaults),
    [config, companyName, onlineName, catalogue, owner, defaults],
  );
  const schema = useMemo(() => reportSchema(initial.email), [initial.email]);
  return useForm<ReportValues, ReportConfig>({
    initial,
    schema,
    check: (values) => findReportProblems(values, owner, catalogue),
    save: async (values) => {
      const body = buildReportInput(values, owner.id, config);
      const { data, message } = config
        ? await api('PATCH /api/activity-report-config/{id}', { params: { id: config.id }, body })
        : await api('POST /api/activity-report-config', { body });
      toast.success(message, settingsToast);
      showDroppedFilters(data.dropped);
      await refreshReports(queryClient);
      return data;
    },
    onSaved,
    onRefused: () =>
      void toast.error('There was a error on saving the Activity Report Configuration', settingsToast),
    isSame,
    once: config === undefined,
    renamePath,
  });
};

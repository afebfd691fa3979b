import { api } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import type { FieldCatalogue, FilterModel } from '@readerlens/filters/model';
import { showDroppedFilters } from '@readerlens/filters/panel';
import { toast, useForm } from '@readerlens/ui';
import type { FormState } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { settingsToast } from '../../person/settings-toast.ts';
import { refreshReports } from '../reports.queries.ts';
import type { ReportConfig, ReportPreview } from '../reports.queries.ts';
import { reportSchema } from './report-schema.ts';
import {
  findReportProblems,
  buildReportInput,
  isSame,
  newValues,
  readReportValues,
} from './report-values.ts';
import type { PlaceNames, ReportInput, ReportValues } from './report-values.ts';

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

export interface ReportFormState {
  readonly form: FormState<ReportValues>;
  /** What a preview has shown last; undefined once it was closed. */
  readonly preview: ReportPreview | undefined;
  readonly closePreview: () => void;
  readonly isPreviewing: boolean;
}

/** The button that shows the mail of what is in the form, and saves nothing. */
export const previewIntent = 'preview';

const loadPreview = async (draft: ReportInput, config: ReportConfig | undefined): Promise<ReportPreview> =>
  config
    ? (
        await api('POST /api/activity-report-config/{id}/preview', {
          params: { id: config.id },
          body: { draft },
        })
      ).data
    : (await api('POST /api/activity-report-config/preview', { body: { draft } })).data;

/** The form has the names of the company and the community beside their ids. */
const renamePath = (path: string) => path.replace(/^\/?(company|online)Id$/, '$1');

/** The form of a report. */
export const useReportForm = (options: ReportFormOptions): ReportFormState => {
  const { owner, catalogue, config, defaults, names, onSaved } = options;
  const { companyName, onlineName } = names;
  const queryClient = useQueryClient();
  const [preview, setPreview] = useState<ReportPreview>();
  const [isPreviewing, setPreviewing] = useState(false);
  const initial = useMemo(
    () =>
      config ? readReportValues(config, { companyName, onlineName }, catalogue) : newValues(owner, defaults),
    [config, companyName, onlineName, catalogue, owner, defaults],
  );
  const schema = useMemo(() => reportSchema(initial.email), [initial.email]);
  const form = useForm<ReportValues, ReportConfig>({
    initial,
    schema,
    check: (values) => findReportProblems(values, owner, catalogue),
    save: async (values, intent) => {
      const body = buildReportInput(values, owner.id, config);
      if (intent === previewIntent) {
        setPreviewing(true);
        try {
          setPreview(await loadPreview(body, config));
        } finally {
          setPreviewing(false);
        }
        return undefined;
      }
      const { data, message } = config
        ? await api('PATCH /api/activity-report-config/{id}', { params: { id: config.id }, body })
        : await api('POST /api/activity-report-config', { body });
      toast.success(message, settingsToast);
      showDroppedFilters(data.dropped);
      await refreshReports(queryClient);
      return data;
    },
    onSaved,
    onRefused: (_, intent) => {
      if (intent !== previewIntent)
        toast.error('There was a error on saving the Activity Report Configuration', settingsToast);
    },
    isSame,
    once: config === undefined,
    renamePath,
  });
  return { form, preview, closePreview: () => setPreview(undefined), isPreviewing };
};

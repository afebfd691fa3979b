import { api } from '@readerlens/auth';
import { activityReportName } from '@readerlens/contract/engagements';
import { saveFile, toast, useOneAtATime } from '@readerlens/ui';
import { useMutation } from '@tanstack/react-query';

export const reportFormats = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];

interface Wanted {
  readonly format: ReportFormat;
  /** The activity's qualified id. */
  readonly id: string;
  readonly blinded: boolean;
}

const requestReport = async ({ format, id, blinded }: Wanted): Promise<Blob> => {
  const body = { itemIds: [id], blindReaderAndCompany: blinded };
  const { data } =
    format === 'pdf'
      ? await api('POST /api/analytics/export-pdf', { body })
      : await api('POST /api/analytics/export-selection', { body });
  return data;
};

/** Saves the report of one activity, as the server makes it: one at a time. */
export const useReportFile = () => {
  const { begin, done } = useOneAtATime();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: requestReport,
    onSuccess: (file, { format }) => saveFile(file, `${activityReportName}.${format}`),
    onError: (error) => {
      toast.error(error.message);
    },
    onSettled: done,
    networkMode: 'always',
  });
  const save = (wanted: Wanted) => begin(() => mutate(wanted));
  return { save, underWay: isPending ? variables.format : undefined };
};

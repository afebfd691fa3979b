import { api } from '@readerlens/auth';
import { activityReportName } from '@readerlens/contract/sharing';
import { saveFile, toast, useOneAtATime } from '@readerlens/ui';
import { useMutation } from '@tanstack/react-query';

export const reportFormats = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];

interface ReportRequest {
  readonly format: ReportFormat;
  /** The activity's qualified id. */
  readonly id: string;
  readonly blinded: boolean;
}

const requestReport = async ({ format, id, blinded }: ReportRequest): Promise<Blob> => {
  const body = { itemIds: [id], blindReaderAndCompany: blinded };
  const { data } =
    format === 'pdf'
      ? await api('POST /api/analytics/export-pdf', { body })
      : await api('POST /api/analytics/export-selection', { body });
  return data;
};

/** Downloads the report of one activity; ignores further clicks while one is running. */
export const useReportFile = () => {
  const { begin, done } = useOneAtATime();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: requestReport,
    onSuccess: (file, { format }) => saveFile(file, `${activityReportName}.${format}`),
    onError: (error) => {
      toast.error(error.message);
    },
    onSettled: done,
  });
  const save = (request: ReportRequest) => begin(() => mutate(request));
  return { save, running: isPending ? variables.format : undefined };
};

import { api } from '@readerlens/auth';
import { activityReportName } from '@readerlens/contract/engagements';
import { saveFile, toast } from '@readerlens/ui';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

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
  // A second click may come before the page shows that the first is on its way.
  const isTaken = useRef(false);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: requestReport,
    onSuccess: (file, { format }) => saveFile(file, `${activityReportName}.${format}`),
    onError: (error) => {
      toast.error(error.message);
    },
    onSettled: () => {
      isTaken.current = false;
    },
    networkMode: 'always',
  });
  const save = (wanted: Wanted) => {
    if (isTaken.current) return;
    isTaken.current = true;
    mutate(wanted);
  };
  return { save, underWay: isPending ? variables.format : undefined };
};

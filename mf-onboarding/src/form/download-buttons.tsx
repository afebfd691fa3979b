import { api } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import type { OnboardingDownloadFormat } from '@readerlens/contract/onboarding';
import { Button, toast, useOneAtATime } from '@readerlens/ui';
import { useMutation } from '@tanstack/react-query';
import { FileArchive, FileText } from 'lucide-react';
import type { OnboardingForm } from './form.queries.ts';

/** The browser stores the file as it arrives: a zip can have several gigabytes. */
const openDownload = (address: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
};

/** The form as a PDF, and as a zip with all of its files. */
export const DownloadButtons = ({ form }: { form: OnboardingForm }) => {
  const { blinded } = useViewer();
  const { begin, done } = useOneAtATime();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (format: OnboardingDownloadFormat) =>
      api('POST /api/onboarding/{id}/download', { params: { id: form.id }, body: { format } }),
    onSuccess: ({ data }) => openDownload(data),
    onError: () => void toast.error('The file could not be downloaded'),
    onSettled: done,
  });
  const buttonProps = (format: OnboardingDownloadFormat) => ({
    loading: isPending && variables === format,
    disabled: blinded,
    title: blinded ? 'Files cannot be downloaded in Blinded Mode' : undefined,
    onClick: () => begin(() => mutate(format)),
  });
  return (
    <>
      <Button icon={<FileText size={15} aria-hidden="true" />} {...buttonProps('pdf')}>
        Download PDF
      </Button>
      <Button icon={<FileArchive size={15} aria-hidden="true" />} {...buttonProps('zip')}>
        Download All Files
      </Button>
    </>
  );
};

import { api } from '@readerlens/auth';
import { ActionRefusal, Button, LinkButton, confirm, toast, useOffers } from '@readerlens/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, History, Send } from 'lucide-react';
import { useState } from 'react';
import { personName } from '../../person/person.ts';
import { reportRunsPath } from '../report-paths.ts';
import { refreshReports } from '../reports.queries.ts';
import type { ReportConfig } from '../reports.queries.ts';
import { PreviewDialog } from './preview.dialog.tsx';

/** What can be done with a stored report: send it now, and see what was sent, and the next delivery where no form shows it. */
export const ReportTools = ({ config }: { config: ReportConfig }) => {
  const [isOpen, setOpen] = useState(false);
  const offers = useOffers();
  const queryClient = useQueryClient();
  const sending = useMutation({
    mutationFn: () => api('POST /api/activity-report-config/{id}/send-now', { params: { id: config.id } }),
    onSuccess: ({ message }) => void toast.success(message),
    onSettled: () => refreshReports(queryClient),
  });
  const sendNow = async () => {
    const isSure = await confirm({
      title: 'Send this report now?',
      message: `${personName(config)} gets everything until now. The next scheduled report starts where this one ends.`,
      confirmLabel: 'Send now',
    });
    if (isSure) sending.mutate();
  };
  return (
    <>
      {!config.editable && (
        <Button icon={<Eye size={15} aria-hidden="true" />} onClick={() => setOpen(true)}>
          Preview
        </Button>
      )}
      <Button
        icon={<Send size={15} aria-hidden="true" />}
        loading={sending.isPending}
        disabled={config.disabled}
        onClick={() => void sendNow()}
      >
        Send now
      </Button>
      {offers(reportRunsPath) && (
        <LinkButton
          to={`${reportRunsPath}?config=${encodeURIComponent(config.id)}`}
          icon={<History size={15} aria-hidden="true" />}
        >
          Sent reports
        </LinkButton>
      )}
      <ActionRefusal error={sending.error} />
      <PreviewDialog config={config} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
};

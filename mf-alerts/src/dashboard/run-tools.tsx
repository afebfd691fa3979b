import { useAccess, useViewer } from '@readerlens/auth/react';
import { RunFileButton } from '@readerlens/filters/runs';
import { Button, LinkButton, toast, useOffers } from '@readerlens/ui';
import { ReportParametersDialog } from '@readerlens/ui/parts';
import type { ReportParameters } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { ListFilter, Mail, MailOpen, Pencil } from 'lucide-react';
import { useState } from 'react';
import { describeRunFile } from './run-file.ts';
import { descriptionQuery } from './runs.queries.ts';
import type { RunDetails } from './runs.queries.ts';
import { useMarkRuns } from './use-mark-runs.ts';

const alertPath = (id: string): string => `/notification/${encodeURIComponent(id)}/1`;

/** The path of the alert's form, for users who may open it. */
const useEditPath = ({ notificationId }: RunDetails): string | undefined => {
  const mayManage = useAccess({ claim: 'manageNotifications' });
  const path = alertPath(notificationId);
  return useOffers()(path) && mayManage ? path : undefined;
};

const Parameters = ({ run, onClose }: { run: RunDetails; onClose: () => void }) => {
  const { data, error, isPending, refetch } = useQuery(descriptionQuery(run.notificationId, useViewer()));
  const editPath = useEditPath(run);
  const parameters: ReportParameters | undefined = data && {
    schedule: data.schedule,
    rule: data.rule,
    rows: data.filters,
    disabled: data.disabled,
    ...(data.disabledReason ? { disabledReason: data.disabledReason } : {}),
    ...(data.editable && editPath ? { editPath } : {}),
  };
  return (
    <ReportParametersDialog
      open
      onClose={onClose}
      kind="notification"
      parameters={parameters}
      loading={isPending}
      error={error}
      onRetry={() => void refetch()}
    />
  );
};

const MarkButton = ({ run: { id, isRead } }: { run: RunDetails }) => {
  const { mutate, isPending } = useMarkRuns((marked) =>
    toast.success(`Marked as ${marked.isRead ? 'read' : 'unread'}.`),
  );
  const Icon = isRead ? Mail : MailOpen;
  return (
    <Button
      icon={<Icon size={15} aria-hidden="true" />}
      disabled={isPending}
      onClick={() => mutate({ ids: [id], isRead: !isRead })}
    >
      {isRead ? 'Mark unread' : 'Mark read'}
    </Button>
  );
};

/** What can be done with a run and its alert. */
export const RunTools = ({ run }: { run: RunDetails }) => {
  const [isOpen, setOpen] = useState(false);
  const editPath = useEditPath(run);
  return (
    <>
      <MarkButton run={run} />
      <Button icon={<ListFilter size={15} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Notification Parameters
      </Button>
      {run.editable && !run.disabled && editPath && (
        <LinkButton to={editPath} icon={<Pencil size={15} aria-hidden="true" />}>
          Edit Configuration
        </LinkButton>
      )}
      <RunFileButton file={describeRunFile(run)} />
      {isOpen && <Parameters run={run} onClose={() => setOpen(false)} />}
    </>
  );
};

import { api } from '@readerlens/auth';
import { Card, Stack, toast } from '@readerlens/ui';
import { ChatChannelSettings, ClientWebhookSettings, PausedMessages } from '@readerlens/ui/parts';
import { useMutation } from '@tanstack/react-query';
import type { ReportConfig } from '../reports.queries.ts';

const Paused = ({
  config,
  onResumed,
}: {
  config: ReportConfig;
  onResumed: (config: ReportConfig) => void;
}) => {
  const resume = useMutation({
    mutationFn: () => api('POST /api/activity-report-config/{id}/resume', { params: { id: config.id } }),
    onSuccess: ({ data, message }) => {
      toast.success(message);
      onResumed(data);
    },
    onError: ({ message }) => void toast.error(message),
  });
  if (config.webhookPausedOn === null) return null;
  return (
    <PausedMessages
      pausedOn={config.webhookPausedOn}
      note="Failed ones can be sent again from their report."
      mayResume={config.editable}
      isBusy={resume.isPending}
      onResume={() => resume.mutate()}
    />
  );
};

interface Props {
  config: ReportConfig;
  /** Staff see and change the settings of the client's webhook. */
  isStaff: boolean;
  onResumed: (config: ReportConfig) => void;
}

/** The webhook and the channels of the report's client, and whether messages are paused. */
export const WebhookCard = ({ config, isStaff, onResumed }: Props) => (
  <Stack gap="4">
    <Paused config={config} onResumed={onResumed} />
    {isStaff && (
      <Card title="Webhook" subtitle="Of the client, shared by all its webhook reports and alerts">
        <ClientWebhookSettings key={config.companyId} clientId={config.companyId} />
      </Card>
    )}
    <Card
      title="Channels"
      subtitle="Slack and Teams channels of the client, for all its webhook reports and alerts"
    >
      <ChatChannelSettings key={config.companyId} clientId={config.companyId} />
    </Card>
  </Stack>
);

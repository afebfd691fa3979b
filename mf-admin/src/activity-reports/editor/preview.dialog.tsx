import { api } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import { Box, Dialog, EmptyState, LoadError, Skeleton, Stack, Text } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { MailView } from '../mail-view.tsx';
import type { ReportConfig } from '../reports.queries.ts';
import { periodText } from '../runs/run-text.ts';

const Content = ({ config: { id, timeZone } }: { config: ReportConfig }) => {
  const viewer = useViewer();
  const { data, error, refetch } = useQuery({
    queryKey: ['activity-report-preview', id, viewer] as const,
    queryFn: async ({ signal }) =>
      (await api('POST /api/activity-report-config/{id}/preview', { params: { id } }, { signal })).data,
    gcTime: 0,
    staleTime: Infinity,
  });
  if (error)
    return (
      <LoadError
        error={error}
        refused="You do not have access to this report"
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <Box as="output" aria-busy="true" aria-label="Loading" pb="4">
        <Skeleton height="320px" />
      </Box>
    );
  const { recordsCount, mails, mail, payload } = data;
  if (recordsCount === 0)
    return (
      <EmptyState
        title="Nothing to send"
        message={`No activity became available: ${periodText({ ...data, timeZone })}.`}
      />
    );
  return (
    <Stack gap="3" pb="4">
      <Text>
        {`${countText(recordsCount, 'activity', 'activities')}, ${periodText({ ...data, timeZone })}, in ${countText(mails, mail ? 'email' : 'message')}.`}
      </Text>
      {mail && (
        <Text>
          <strong>Subject:</strong> {mail.subject}
        </Text>
      )}
      <MailView
        html={mail?.html ?? null}
        text={mail?.text ?? (payload === null ? '' : JSON.stringify(JSON.parse(payload), null, 2))}
      />
    </Stack>
  );
};

interface Props {
  config: ReportConfig;
  open: boolean;
  onClose: () => void;
}

/** What the report would send now, as far as the user may see it. */
export const PreviewDialog = ({ config, open, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title="Preview of the next delivery" size="lg">
    {open && <Content config={config} />}
  </Dialog>
);

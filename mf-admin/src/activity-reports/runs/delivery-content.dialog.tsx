import { api } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import { Box, Dialog, LoadError, Skeleton, Stack, Text } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { MailView } from '../mail-view.tsx';
import type { ReportDelivery } from '../reports.queries.ts';

const Content = ({ id }: { id: string }) => {
  const viewer = useViewer();
  const { data, error, refetch } = useQuery({
    queryKey: ['activity-report-delivery', id, viewer] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/activity-report-delivery/{id}', { params: { id } }, { signal })).data,
    gcTime: 0,
    staleTime: Infinity,
  });
  if (data)
    return (
      <Stack gap="3" pb="4">
        <Text>
          <strong>{data.html === null ? 'Message:' : 'Subject:'}</strong> {data.subject}
        </Text>
        <MailView html={data.html} text={data.text} />
      </Stack>
    );
  if (error)
    return (
      <LoadError
        error={error}
        refused="You do not have access to this delivery"
        onRetry={() => void refetch()}
      />
    );
  return (
    <Box as="output" aria-busy="true" aria-label="Loading" pb="4">
      <Skeleton height="320px" />
    </Box>
  );
};

/** A mail as the contact sees it, or the body of a webhook message. */
export const DeliveryContentDialog = ({
  delivery,
  onClose,
}: {
  delivery: ReportDelivery | undefined;
  onClose: () => void;
}) => (
  <Dialog
    open={delivery !== undefined}
    onClose={onClose}
    title={delivery?.channel === 'webhook' ? 'Webhook message' : 'Email to the contact'}
    size="lg"
  >
    {delivery && <Content id={delivery.id} />}
  </Dialog>
);

import { api } from '@readerlens/auth';
import { ActionRefusal, Box, Button, Dialog, LoadError, Skeleton, Stack, Text, toast } from '@readerlens/ui';
import { MailFrame, formatMoment } from '@readerlens/ui/parts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Mail, Send } from 'lucide-react';
import { useState } from 'react';

const Preview = ({ id }: { id: string }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['alert-mail', id] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/notification-mail/{id}/preview', { params: { id } }, { signal })).data,
    gcTime: 0,
    staleTime: Infinity,
  });
  if (data)
    return (
      <Stack gap="3" pb="4">
        <Text>
          {data.totalMatched > 0
            ? `The mail of ${formatMoment(data.runOn, 'long')}, the last run with a match.`
            : 'None of the runs of the back-test would have had a match, and a run without one sends no mail.'}
        </Text>
        <Text>
          <strong>Subject:</strong> {data.subject}
        </Text>
        <MailFrame html={data.html} />
      </Stack>
    );
  if (error)
    return (
      <LoadError error={error} refused="You do not have access to this mail" onRetry={() => void refetch()} />
    );
  return (
    <Box as="output" aria-busy="true" aria-label="Loading" pb="4">
      <Skeleton height="320px" />
    </Box>
  );
};

/** Shows the mail of an alert as it would have been last, and sends it to the user. */
export const MailTools = ({ id }: { id: string }) => {
  const [isOpen, setOpen] = useState(false);
  const test = useMutation({
    mutationFn: async () => (await api('POST /api/notification-mail/{id}/test', { params: { id } })).data,
    onSuccess: ({ sentTo }) => void toast.success(`A test mail has been sent to ${sentTo}`),
  });
  return (
    <>
      <Button icon={<Mail size={15} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Preview mail
      </Button>
      <Button
        icon={<Send size={15} aria-hidden="true" />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        Send test mail
      </Button>
      <ActionRefusal error={test.error} />
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Preview mail" size="lg">
        {isOpen && <Preview id={id} />}
      </Dialog>
    </>
  );
};

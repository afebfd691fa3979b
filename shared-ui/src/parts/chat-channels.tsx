// The Slack and Teams channels of a client, which staff enter, change, test and remove.
import { api } from '@readerlens/auth';
import { useBlinded, useUser, useViewer } from '@readerlens/auth/react';
import { isStaff } from '@readerlens/contract/vocabulary';
import { chatKindNames } from '@readerlens/contract/webhooks';
import { Button, Flex, LoadError, Skeleton, Stack, Text, confirm, toast } from '@readerlens/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ChatChannelForm } from './chat-channel-form.tsx';
import { channelsQuery } from './chat-channel.queries.ts';
import type { ChatChannel, ChatChannels } from './chat-channel.queries.ts';
import { TestAnswer } from './test-answer.tsx';

interface ChannelProps {
  clientId: string;
  channel: ChatChannel;
  /** Shows the channels as they are now. */
  onChanged: (channels: ChatChannels) => void;
}

const Tools = ({ clientId, channel, onChanged, onEdit }: ChannelProps & { onEdit: () => void }) => {
  const blinded = useBlinded();
  const { name } = channel;
  const params = { clientId, channelId: channel.id };
  const onError = ({ message }: Error) => void toast.error(message);
  const test = useMutation({
    mutationFn: async () =>
      (await api('POST /api/client-channels/{clientId}/{channelId}/test', { params })).data,
    onError,
  });
  const remove = useMutation({
    mutationFn: async () =>
      (await api('DELETE /api/client-channels/{clientId}/{channelId}', { params })).data,
    onSuccess: (channels) => {
      toast.success(`The channel ${name} was removed`);
      onChanged(channels);
    },
    onError,
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Remove the channel ${name}?`,
      message:
        'Alerts and activity reports that go to it are no longer sent until another receiver is chosen.',
      confirmLabel: 'Remove channel',
      danger: true,
    });
    if (isSure) remove.mutate();
  };
  return (
    <Stack gap="3" aria-live="polite">
      <Flex gap="2" wrap="wrap">
        <Button
          size="sm"
          aria-label={`Send a test message to ${name}`}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          Send a test message
        </Button>
        <Button size="sm" aria-label={`Change ${name}`} disabled={blinded} onClick={onEdit}>
          Change
        </Button>
        <Button
          size="sm"
          aria-label={`Remove ${name}`}
          disabled={blinded}
          loading={remove.isPending}
          onClick={() => void ask()}
        >
          Remove
        </Button>
      </Flex>
      {test.data && <TestAnswer answer={test.data} />}
    </Stack>
  );
};

const Channel = ({ clientId, channel, onChanged }: ChannelProps) => {
  const [isEdited, setEdited] = useState(false);
  if (isEdited)
    return (
      <ChatChannelForm
        {...{ clientId, channel }}
        onCancel={() => setEdited(false)}
        onSaved={(channels) => {
          setEdited(false);
          toast.success('The channel was saved');
          onChanged(channels);
        }}
      />
    );
  return (
    <Stack gap="2">
      <Text
        fontWeight="semibold"
        overflowWrap="anywhere"
      >{`${chatKindNames[channel.kind]}: ${channel.name}`}</Text>
      <Text color="textMuted" textStyle="small" overflowWrap="anywhere">
        {channel.address}
      </Text>
      <Tools {...{ clientId, channel, onChanged }} onEdit={() => setEdited(true)} />
    </Stack>
  );
};

const NewChannel = ({ clientId, onChanged }: Omit<ChannelProps, 'channel'>) => {
  const blinded = useBlinded();
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <ChatChannelForm
        clientId={clientId}
        channel={undefined}
        onCancel={() => setOpen(false)}
        onSaved={(channels) => {
          setOpen(false);
          toast.success('The channel was added');
          onChanged(channels);
        }}
      />
    );
  return (
    <Flex gap="3" wrap="wrap" align="center">
      <Button disabled={blinded} onClick={() => setOpen(true)}>
        Add a channel
      </Button>
      {blinded && <Text color="textMuted">Channels are changed outside of Blinded Mode.</Text>}
    </Flex>
  );
};

const Settings = ({ clientId, onChange }: { clientId: string; onChange: () => void }) => {
  const viewer = useViewer();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(channelsQuery(clientId, viewer));
  const onChanged = (channels: ChatChannels) => {
    queries.setQueryData(channelsQuery(clientId, viewer).queryKey, channels);
    onChange();
  };
  if (error)
    return (
      <LoadError
        error={error}
        refused="You do not have access to the channels of this client"
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton height="80px" />;
  return (
    <Stack gap="5">
      {data.channels.length === 0 && <Text color="textMuted">{`${data.client} has no channel yet.`}</Text>}
      {data.channels.map((channel) => (
        <Channel key={channel.id} {...{ clientId, channel, onChanged }} />
      ))}
      <NewChannel {...{ clientId, onChanged }} />
    </Stack>
  );
};

const doNothing = () => undefined;

/** The Slack and Teams channels of a client: for staff with what they can change, for others who does. */
export const ChatChannelSettings = ({
  clientId,
  onChange = doNothing,
}: {
  clientId: string;
  /** Called when a channel was added, changed or removed. */
  onChange?: () => void;
}) => {
  const user = useUser();
  return user && isStaff(user.role) ? (
    <Settings {...{ clientId, onChange }} />
  ) : (
    <Text color="textMuted">
      Slack and Teams channels are entered by internal users. Ask your contact to add or change one.
    </Text>
  );
};

import { useViewer } from '@readerlens/auth/react';
import { chatKindNames } from '@readerlens/contract/webhooks';
import { SelectField } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from './chat-channel.queries.ts';

interface Props {
  /** Undefined until a client is chosen. */
  clientId: string | undefined;
  /** The id of a channel; null for the webhook of the client. */
  value: string | null;
  onChange: (channelId: string | null) => void;
  error?: string | undefined;
}

/** Chooses what gets the messages about a client: its webhook, or one of its channels. */
export const ReceiverField = ({ clientId, value, onChange, error }: Props) => {
  const query = useQuery({
    ...channelsQuery(clientId ?? '', useViewer()),
    enabled: clientId !== undefined,
  });
  const channels = query.data?.channels ?? [];
  const options = channels.map(({ id, kind, name }) => ({
    value: id,
    label: `${chatKindNames[kind]}: ${name}`,
  }));
  const isKnown = value === null || channels.some(({ id }) => id === value);
  const missing = query.isFetching ? 'Loading…' : 'A channel that was removed';
  return (
    <SelectField
      label="Receiver"
      hint="The webhook of the client gets JSON; a Slack or Teams channel gets a short message with a link"
      error={error ?? query.error?.message}
      disabled={clientId === undefined}
      placeholder="Webhook of the client"
      options={isKnown ? options : [...options, { value, label: missing }]}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    />
  );
};

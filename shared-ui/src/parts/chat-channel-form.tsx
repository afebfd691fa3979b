import { api } from '@readerlens/auth';
import { requiredMessage } from '@readerlens/contract/messages';
import { chatHosts, chatKindNames, chatKinds } from '@readerlens/contract/webhooks';
import type { ChatKind } from '@readerlens/contract/webhooks';
import {
  Button,
  Flex,
  FormFailure,
  FormProvider,
  Grid,
  SelectField,
  Stack,
  TextField,
  useForm,
  useFormContext,
  useProblem,
  useTextField,
} from '@readerlens/ui';
import type { ChatChannel, ChatChannels } from './chat-channel.queries.ts';

interface Values {
  readonly kind: ChatKind;
  readonly name: string;
  readonly url: string;
}

const kindOptions = chatKinds.map((kind) => ({ value: kind, label: chatKindNames[kind] }));

const Kind = () => {
  const { values, changeField } = useFormContext<Values>();
  return (
    <SelectField
      label="Kind"
      error={useProblem('kind')}
      options={kindOptions}
      value={values.kind}
      onChange={({ target }) => changeField('kind', target.value)}
    />
  );
};

const Name = () => (
  <TextField label="Name" hint="As the channel is called in Slack or Teams" {...useTextField('name')} />
);

const addressHints: Readonly<Record<ChatKind, string>> = {
  slack: `Of an incoming webhook, on ${chatHosts.slack.join(' or ')}`,
  teams: 'Of a workflow that starts when a Teams webhook request is received',
};

const Address = ({ isNew }: { isNew: boolean }) => {
  const { values } = useFormContext<Values>();
  return (
    <TextField
      label={isNew ? 'Address' : 'New address'}
      type="url"
      placeholder="https://"
      autoComplete="off"
      hint={`${addressHints[values.kind]}. ${isNew ? 'It is not shown again' : 'Empty: the present one stays'}`}
      {...useTextField('url')}
    />
  );
};

interface Props {
  clientId: string;
  /** Undefined for a new channel. */
  channel: ChatChannel | undefined;
  onSaved: (channels: ChatChannels) => void;
  onCancel: () => void;
}

/** Enters a channel, or changes its name and address. */
export const ChatChannelForm = ({ clientId, channel, onSaved, onCancel }: Props) => {
  const isNew = channel === undefined;
  const form = useForm<Values, ChatChannels>({
    initial: { kind: channel?.kind ?? 'slack', name: channel?.name ?? '', url: '' },
    check: ({ name, url }) => ({
      name: name.trim() === '' ? requiredMessage('Name') : undefined,
      url: isNew && url.trim() === '' ? requiredMessage('Address') : undefined,
    }),
    save: async ({ kind, name, url }) => {
      const address = url.trim();
      if (isNew) {
        const body = { kind, name, url: address };
        return (await api('POST /api/client-channels/{clientId}', { params: { clientId }, body })).data;
      }
      const body = { name, version: channel.version, ...(address === '' ? {} : { url: address }) };
      const params = { clientId, channelId: channel.id };
      return (await api('PUT /api/client-channels/{clientId}/{channelId}', { params, body })).data;
    },
    onSaved,
    once: isNew,
  });
  return (
    <FormProvider form={form}>
      <Stack gap="3" role="group" aria-label={isNew ? 'New channel' : `Change ${channel.name}`}>
        <FormFailure />
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="3">
          {isNew && <Kind />}
          <Name />
          <Address isNew={isNew} />
        </Grid>
        <Flex gap="2" wrap="wrap">
          <Button variant="primary" loading={form.saving} onClick={() => form.submit()}>
            {isNew ? 'Add channel' : 'Save channel'}
          </Button>
          <Button disabled={form.saving} onClick={onCancel}>
            Cancel
          </Button>
        </Flex>
      </Stack>
    </FormProvider>
  );
};

import { api } from '@readerlens/auth';
import { useBlinded, useSession } from '@readerlens/auth/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import { secretOnceMessage, secretRefusedMessage } from '@readerlens/contract/messages';
import {
  Banner,
  Box,
  Button,
  Flex,
  FormProvider,
  LoadError,
  Skeleton,
  Stack,
  Text,
  TextField,
  confirm,
  toast,
  useForm,
  useTextField,
} from '@readerlens/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from './dates.ts';
import { FieldItem, FieldList } from './field-list.tsx';
import { Code, TestAnswer } from './test-answer.tsx';

type ClientWebhook = CallData<Calls['GET /api/client-webhook/{clientId}']>;

const webhookQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client-webhook', clientId] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/client-webhook/{clientId}', { params: { clientId } }, { signal })).data,
    staleTime: Infinity,
    gcTime: 0,
  });

interface SettingProps {
  webhook: ClientWebhook;
  onChange: () => void;
}

const AddressField = ({ client }: { client: string }) => {
  const blinded = useBlinded();
  return (
    <TextField
      label="Address"
      type="url"
      placeholder="https://"
      hint={
        blinded
          ? 'Hidden in Blinded Mode, and changed outside of it'
          : `Messages about ${client} are sent here`
      }
      disabled={blinded}
      {...useTextField('url')}
    />
  );
};

const Address = ({ webhook: { clientId, client, url, version }, onChange }: SettingProps) => {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { url: url ?? '' },
    mainField: 'url',
    save: async (values) => {
      const body = { url: values.url.trim(), version };
      const { data } = await api('PUT /api/client-webhook/{clientId}', { params: { clientId }, body });
      queryClient.setQueryData(webhookQuery(clientId).queryKey, data);
      return data;
    },
    readSaved: (saved) => ({ url: saved.url ?? '' }),
    onSaved: () => {
      toast.success('The webhook address was saved.');
      onChange();
    },
    isSame: (a, b) => a.url.trim() === b.url.trim(),
  });
  return (
    <FormProvider form={form}>
      <Flex gap="3" wrap="wrap" align="flex-start">
        <Box flex="1 1 260px" maxW="560px">
          <AddressField client={client} />
        </Box>
        <Button
          mt={{ base: '0', sm: '6' }}
          loading={form.saving}
          disabled={!form.isDirty}
          onClick={() => form.submit()}
        >
          Save address
        </Button>
      </Flex>
    </FormProvider>
  );
};

/** The secret is kept in this component only, so that it is lost with the page. */
const Secret = ({ webhook, onChange }: SettingProps) => {
  const queryClient = useQueryClient();
  const impersonating = useSession((state) => state.originalAdminToken !== null);
  const [secret, setSecret] = useState<string>();
  const generate = useMutation({
    mutationFn: async () =>
      (await api('POST /api/client-webhook/{clientId}/secret', { params: { clientId: webhook.clientId } }))
        .data,
    onSuccess: (data) => {
      setSecret(data.secret);
      queryClient.setQueryData(webhookQuery(webhook.clientId).queryKey, data.webhook);
      onChange();
    },
    onError: ({ message }) => void toast.error(message),
  });
  const start = async () => {
    const isSure =
      !webhook.hasSecret ||
      (await confirm({
        title: 'Generate a new secret?',
        message: 'The receiver can verify messages with the previous secret for another day.',
        confirmLabel: 'Generate secret',
      }));
    if (isSure) generate.mutate();
  };
  return (
    <Stack gap="3" aria-live="polite">
      {secret !== undefined && (
        <Banner tone="warning" shape="box" icon={<TriangleAlert size={16} aria-hidden="true" />}>
          {secretOnceMessage}
        </Banner>
      )}
      <FieldList>
        <FieldItem label="Secret">
          {secret === undefined ? (
            webhook.secretCreatedOn === null ? (
              'None yet'
            ) : (
              `Generated ${formatMoment(webhook.secretCreatedOn)}`
            )
          ) : (
            <Code>{secret}</Code>
          )}
        </FieldItem>
        <FieldItem label="Previous secret">
          {webhook.previousSecretUntil !== null && `Valid until ${formatMoment(webhook.previousSecretUntil)}`}
        </FieldItem>
      </FieldList>
      {impersonating ? (
        <Text color="textMuted">{secretRefusedMessage}</Text>
      ) : (
        <Flex>
          <Button loading={generate.isPending} onClick={() => void start()}>
            Generate secret
          </Button>
        </Flex>
      )}
    </Stack>
  );
};

const Test = ({ webhook }: { webhook: ClientWebhook }) => {
  const test = useMutation({
    mutationFn: async () =>
      (await api('POST /api/client-webhook/{clientId}/test', { params: { clientId: webhook.clientId } }))
        .data,
    onError: ({ message }) => void toast.error(message),
  });
  const isReady = webhook.url !== null && webhook.url !== '' && webhook.hasSecret;
  return (
    <Stack gap="3" aria-live="polite">
      <Flex gap="3" wrap="wrap" align="center">
        <Button loading={test.isPending} disabled={!isReady} onClick={() => test.mutate()}>
          Send test message
        </Button>
        {!isReady && <Text color="textMuted">Save an address and generate a secret first.</Text>}
      </Flex>
      {test.data && <TestAnswer answer={test.data} />}
    </Stack>
  );
};

interface PausedProps {
  pausedOn: string;
  /** Where messages that failed can be sent again. */
  note: string;
  mayResume: boolean;
  isBusy: boolean;
  onResume: () => void;
}

/** Says that webhook messages are paused after repeated failure. */
export const PausedMessages = ({ pausedOn, note, mayResume, isBusy, onResume }: PausedProps) => (
  <Banner tone="negative" shape="box" role="status">
    <Flex gap="3" wrap="wrap" align="center" justify="space-between">
      <span>{`Messages are paused since ${formatMoment(pausedOn)}, after repeated failure. Waiting messages are sent when you resume. ${note}`}</span>
      <Button size="sm" loading={isBusy} disabled={!mayResume} onClick={onResume}>
        Resume
      </Button>
    </Flex>
  </Banner>
);

const doNothing = () => undefined;

/** The address, the secret and a test of a client's webhook. For staff, who may see and change them. */
export const ClientWebhookSettings = ({
  clientId,
  onChange = doNothing,
}: {
  clientId: string;
  /** Called when the address or the secret has changed. */
  onChange?: () => void;
}) => {
  const { data, error, refetch } = useQuery(webhookQuery(clientId));
  if (error)
    return (
      <LoadError
        error={error}
        refused="You do not have access to this webhook"
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton height="160px" />;
  return (
    <Stack gap="5">
      <Address key={data.version} webhook={data} onChange={onChange} />
      <Secret webhook={data} onChange={onChange} />
      <Test webhook={data} />
    </Stack>
  );
};

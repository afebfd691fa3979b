import { ApiError, api } from '@readerlens/auth';
import { useBlinded, useSession } from '@readerlens/auth/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import {
  Banner,
  Box,
  Button,
  Card,
  Flex,
  LoadError,
  Skeleton,
  Stack,
  Text,
  TextField,
  confirm,
  styled,
  toast,
} from '@readerlens/ui';
import { FieldItem, FieldList } from '@readerlens/ui/parts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ChangeEvent } from 'react';
import { webhookQuery } from '../reports.queries.ts';
import type { ClientWebhook, ReportConfig } from '../reports.queries.ts';
import { momentText } from '../runs/run-text.ts';

const Code = styled('code', { base: { fontFamily: 'mono', overflowWrap: 'anywhere', userSelect: 'all' } });

type TestResult = CallData<Calls['POST /api/client-webhook/{clientId}/test']>;

/** What the server said about the address. */
const problemOf = (error: Error | null): string | undefined =>
  error instanceof ApiError
    ? (error.details.find(({ path }) => path.endsWith('url'))?.message ?? error.message)
    : error?.message;

const Address = ({ webhook }: { webhook: ClientWebhook }) => {
  const queryClient = useQueryClient();
  const blinded = useBlinded();
  const [url, setUrl] = useState(webhook.url ?? '');
  const params = { clientId: webhook.clientId };
  const save = useMutation({
    mutationFn: async () =>
      (
        await api('PUT /api/client-webhook/{clientId}', {
          params,
          body: { url: url.trim(), version: webhook.version },
        })
      ).data,
    onSuccess: (saved) => {
      queryClient.setQueryData(webhookQuery(webhook.clientId).queryKey, saved);
      toast.success('The webhook address was saved.');
    },
  });
  return (
    <Flex gap="3" wrap="wrap" align="flex-start">
      <Box flex="1 1 260px" maxW="560px">
        <TextField
          label="Address"
          type="url"
          placeholder="https://"
          hint={
            blinded
              ? 'Hidden in Blinded Mode, and changed outside of it'
              : `Messages about ${webhook.client} are sent here`
          }
          disabled={blinded}
          error={problemOf(save.error)}
          value={url}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            setUrl(event.target.value);
            save.reset();
          }}
        />
      </Box>
      <Button
        mt={{ base: '0', sm: '6' }}
        loading={save.isPending}
        disabled={url.trim() === (webhook.url ?? '')}
        onClick={() => save.mutate()}
      >
        Save address
      </Button>
    </Flex>
  );
};

/** The secret is kept in this component only, so that it is lost with the page. */
const Secret = ({ webhook }: { webhook: ClientWebhook }) => {
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
          Copy the secret now. It is shown only once, and lost when you leave this page.
        </Banner>
      )}
      <FieldList>
        <FieldItem label="Secret">
          {secret === undefined ? (
            webhook.secretCreatedOn === null ? (
              'None yet'
            ) : (
              `Generated ${momentText(webhook.secretCreatedOn)}`
            )
          ) : (
            <Code>{secret}</Code>
          )}
        </FieldItem>
        <FieldItem label="Previous secret">
          {webhook.previousSecretUntil !== null && `Valid until ${momentText(webhook.previousSecretUntil)}`}
        </FieldItem>
      </FieldList>
      {impersonating ? (
        <Text color="textMuted">You cannot generate a secret while you act as another user.</Text>
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

const Result = ({
  result: { ok, status, milliseconds, response, error, webhookId },
}: {
  result: TestResult;
}) => (
  <FieldList>
    <FieldItem label="Result">{ok ? 'The message was accepted' : 'The message was not accepted'}</FieldItem>
    <FieldItem label="HTTP status" emptyText="None">
      {status}
    </FieldItem>
    <FieldItem label="Time">{`${milliseconds.toLocaleString('en-US')} ms`}</FieldItem>
    <FieldItem label="Error">{error}</FieldItem>
    <FieldItem label="Response" emptyText="Empty">
      {response}
    </FieldItem>
    <FieldItem label="webhook-id">
      <Code>{webhookId}</Code>
    </FieldItem>
  </FieldList>
);

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
      {test.data && <Result result={test.data} />}
    </Stack>
  );
};

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
    <Banner tone="negative" shape="box" role="status">
      <Flex gap="3" wrap="wrap" align="center" justify="space-between">
        <span>{`Messages are paused since ${momentText(config.webhookPausedOn)}, after repeated failure. Waiting messages are sent when you resume. Failed ones can be sent again from their report.`}</span>
        <Button
          size="sm"
          loading={resume.isPending}
          disabled={!config.editable}
          onClick={() => resume.mutate()}
        >
          Resume
        </Button>
      </Flex>
    </Banner>
  );
};

interface Props {
  config: ReportConfig;
  /** Staff see and change the settings of the client's webhook. */
  isStaff: boolean;
  onResumed: (config: ReportConfig) => void;
}

const Settings = ({ clientId }: { clientId: string }) => {
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
      <Address key={data.version} webhook={data} />
      <Secret webhook={data} />
      <Test webhook={data} />
    </Stack>
  );
};

/** The webhook of the report's client, and whether messages are paused. */
export const WebhookCard = ({ config, isStaff, onResumed }: Props) => (
  <Stack gap="4">
    <Paused config={config} onResumed={onResumed} />
    {isStaff && (
      <Card title="Webhook" subtitle="Of the client, shared by all its webhook reports">
        <Settings key={config.companyId} clientId={config.companyId} />
      </Card>
    )}
  </Stack>
);

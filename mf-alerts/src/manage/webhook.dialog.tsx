import { api } from '@readerlens/auth';
import { useUser, useViewer } from '@readerlens/auth/react';
import type { Viewer } from '@readerlens/auth/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import { isStaff } from '@readerlens/contract/vocabulary';
import { OptionsField } from '@readerlens/filters';
import { namedCatalogue } from '@readerlens/filters/model';
import type { Term } from '@readerlens/filters/model';
import { ActionRefusal, Button, Card, Dialog, Flex, LoadError, Skeleton, Stack } from '@readerlens/ui';
import {
  ChatChannelSettings,
  ClientWebhookSettings,
  ReceiverField,
  SubscriptionMessages,
  SubscriptionProblem,
  useSubscriptionChange,
} from '@readerlens/ui/parts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertListRow } from '../alert/alert.queries.ts';
import { nameReceivers } from './use-alert-actions.ts';

type Webhook = CallData<Calls['GET /api/notification/{id}/webhook']>;
type Message = Webhook['messages'][number];

const clientsField = namedCatalogue.find('Clients')!;

const webhookQuery = (id: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['alert-webhook', id, viewer] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/notification/{id}/webhook', { params: { id } }, { signal })).data,
    gcTime: 0,
  });

/** Changes the webhook of an alert; what is shown is read again. */
const useChanges = ({ id, name }: AlertListRow) => {
  const { change, ...state } = useSubscriptionChange(['alert-webhook', id]);
  const params = { id };
  return {
    ...state,
    subscribe: (clientId: string, channelId: string | null) =>
      change(async () => {
        await api('PUT /api/notification/{id}/webhook', { params, body: { clientId, channelId } });
        return `The matches of ${name} are sent`;
      }),
    unsubscribe: () =>
      change(async () => {
        await api('DELETE /api/notification/{id}/webhook', { params });
        return `The matches of ${name} are no longer sent`;
      }),
    resume: () =>
      change(async () => (await api('POST /api/notification/{id}/webhook/resume', { params })).message),
    sendAgain: ({ createdOn }: Message) =>
      change(async () => {
        const body = { from: createdOn, to: createdOn };
        await api('POST /api/notification/{id}/webhook/replay', { params, body });
        return 'The message is being sent again.';
      }),
  };
};

type Changes = ReturnType<typeof useChanges>;

const Client = ({ webhook, changes }: { webhook: Webhook; changes: Changes }) => {
  const { clientId, client } = webhook;
  const [channelId, setChannelId] = useState(webhook.channelId);
  const [chosen, setChosen] = useState<readonly Term[]>(
    clientId === null ? [] : [{ id: clientId, name: client }],
  );
  const [first] = chosen;
  return (
    <Stack gap="3">
      <OptionsField
        single
        label="Client"
        placeholder="Name or id"
        hint="Its receiver gets a message when a run has matches of this client"
        definition={clientsField}
        value={chosen}
        onChange={(terms) => {
          setChosen(terms);
          // A channel belongs to one client.
          setChannelId(terms[0]?.id === clientId ? webhook.channelId : null);
        }}
      />
      <ReceiverField clientId={first?.id} value={channelId} onChange={setChannelId} />
      <Flex gap="2" wrap="wrap">
        <Button
          variant="primary"
          loading={changes.isBusy}
          disabled={first === undefined || (first.id === clientId && channelId === webhook.channelId)}
          onClick={() => first && changes.subscribe(first.id, channelId)}
        >
          Send messages
        </Button>
        {clientId !== null && (
          <Button disabled={changes.isBusy} onClick={changes.unsubscribe}>
            Send no more
          </Button>
        )}
      </Flex>
    </Stack>
  );
};

const Settings = ({ alert, webhook }: { alert: AlertListRow; webhook: Webhook }) => {
  const changes = useChanges(alert);
  const { clientId, messages } = webhook;
  const user = useUser();
  return (
    <Stack gap="4">
      <SubscriptionProblem webhook={webhook} changes={changes} />
      <Client key={`${clientId ?? ''} ${webhook.channelId ?? ''}`} webhook={webhook} changes={changes} />
      <ActionRefusal error={changes.refusal} />
      {clientId !== null && (
        <Card title="Client's channels" subtitle="Slack and Teams, for all its alerts and webhook reports">
          <ChatChannelSettings key={clientId} clientId={clientId} onChange={changes.reread} />
        </Card>
      )}
      {clientId !== null && user && isStaff(user.role) && (
        <Card title="Client's webhook" subtitle="Shared by all its webhook reports and alerts">
          <ClientWebhookSettings key={clientId} clientId={clientId} onChange={changes.reread} />
        </Card>
      )}
      <SubscriptionMessages
        caption={`Webhook messages of ${alert.name}`}
        itemsHeader="Matches"
        messages={messages}
        changes={changes}
      />
    </Stack>
  );
};

/** Sets which client's webhook or channel receives the matches of an alert, and shows the messages. */
export const WebhookDialog = ({ alert, onClose }: { alert: AlertListRow; onClose: () => void }) => {
  const { data, error, refetch } = useQuery(webhookQuery(alert.id, useViewer()));
  return (
    <Dialog
      open
      size="lg"
      title={nameReceivers(alert)}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {data ? (
        <Settings alert={alert} webhook={data} />
      ) : error ? (
        <LoadError
          error={error}
          refused="You do not have access to the webhook of this alert"
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton height="120px" />
      )}
    </Dialog>
  );
};

import { useBlinded } from '@readerlens/auth/react';
import { ActionRefusal, Button, Card, LoadError, Skeleton, Stack, Text } from '@readerlens/ui';
import {
  ClientWebhookSettings,
  SubscriptionMessages,
  SubscriptionProblem,
  formatUtcDate,
} from '@readerlens/ui/parts';
import { useInfluenceWebhook, useWebhookChanges } from './webhook.queries.ts';
import type { InfluenceWebhook } from './webhook.queries.ts';

const describeState = ({ isOn, by, comparedOn }: InfluenceWebhook): string => {
  if (!isOn)
    return 'No messages are sent. Once they are, the first comparison only stores the influence of each deal, and each later one sends what has changed.';
  const compared =
    comparedOn === null
      ? 'The first comparison stores the influence of each deal and sends nothing.'
      : `They were last compared on ${formatUtcDate(comparedOn)}.`;
  return `Deals are compared with what ${by ?? 'the user'} may see of activities. ${compared}`;
};

const Settings = ({ clientId, webhook }: { clientId: string; webhook: InfluenceWebhook }) => {
  const isBlinded = useBlinded();
  const changes = useWebhookChanges(clientId);
  return (
    <Stack gap="4">
      <SubscriptionProblem {...{ webhook, changes }} mayResume={!isBlinded} />
      <Text color="textMuted">{describeState(webhook)}</Text>
      <Button
        alignSelf="flex-start"
        variant={webhook.isOn ? 'secondary' : 'primary'}
        loading={changes.isBusy}
        disabled={isBlinded}
        onClick={webhook.isOn ? changes.turnOff : changes.turnOn}
      >
        {webhook.isOn ? 'Send no more' : 'Send changes'}
      </Button>
      <ActionRefusal error={changes.refusal} />
      {webhook.isOn && <ClientWebhookSettings clientId={clientId} onChange={changes.reread} />}
      <SubscriptionMessages
        caption="Webhook messages about deals"
        itemsHeader="Deals"
        messages={webhook.messages}
        changes={isBlinded ? undefined : changes}
      />
    </Stack>
  );
};

/** Whether the webhook of the client is told when the influence of its deals changes. */
export const WebhookCard = ({ clientId }: { clientId: string }) => {
  const { data, error, refetch } = useInfluenceWebhook(clientId);
  return (
    <Card
      title="Webhook"
      subtitle="Once a day, the webhook of the client gets the deals whose influence has changed: none, assisted, accelerated or both. Its address and secret are shared by all its webhook reports and alerts."
    >
      {data ? (
        <Settings clientId={clientId} webhook={data} />
      ) : error ? (
        <LoadError
          error={error}
          refused="You do not have access to the webhook of this client"
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton height="80px" />
      )}
    </Card>
  );
};

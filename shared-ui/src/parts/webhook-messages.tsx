// What the subscriptions of webhook messages share on screen, whatever the messages are about.
import type { CallData, Calls } from '@readerlens/contract/client';
import { Banner, Button, RowList, Span, Stack, Text } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { createContext, useContext } from 'react';
import { PausedMessages } from './client-webhook.tsx';
import { formatMoment } from './dates.ts';
import { countText } from '@readerlens/contract/numbers';

type Webhook = CallData<Calls['GET /api/notification/{id}/webhook']>;
type Message = Webhook['messages'][number];

export interface MessageChanges {
  isBusy: boolean;
  resume: () => void;
  sendAgain: (message: Message) => void;
}

/** Why no messages are sent at present; nothing if they are. */
export const SubscriptionProblem = ({
  webhook: { problem, pausedOn },
  changes,
  mayResume = true,
}: {
  webhook: Pick<Webhook, 'pausedOn' | 'problem'>;
  changes: MessageChanges;
  mayResume?: boolean;
}) => {
  if (pausedOn !== null)
    return (
      <PausedMessages
        pausedOn={pausedOn}
        note="Failed ones can be sent again below."
        mayResume={mayResume}
        isBusy={changes.isBusy}
        onResume={changes.resume}
      />
    );
  return (
    problem !== null && (
      <Banner tone="warning" shape="box" role="status">
        {problem}
      </Banner>
    )
  );
};

const describeTime = ({ sentOn, nextAttemptOn, createdOn }: Message): string => {
  if (sentOn !== null) return formatMoment(sentOn, 'long');
  return nextAttemptOn === null
    ? formatMoment(createdOn, 'long')
    : `Next attempt ${formatMoment(nextAttemptOn, 'long')}`;
};

const states = { queued: 'Waiting', sent: 'Sent', failed: 'Failed' } as const;

const ChangesContext = createContext<MessageChanges | undefined>(undefined);

const SendAgain = ({ message }: { message: Message }) => {
  const changes = useContext(ChangesContext);
  if (!changes || message.state === 'queued') return null;
  return (
    <Button
      size="sm"
      aria-label={`Send the message of ${formatMoment(message.createdOn, 'long')} again`}
      disabled={changes.isBusy}
      onClick={() => changes.sendAgain(message)}
    >
      Send again
    </Button>
  );
};

const buildColumns = (itemsHeader: string): readonly TableColumn<Message>[] => [
  { id: 'time', header: 'Time', minWidth: '160px', cell: describeTime },
  { id: 'items', header: itemsHeader, numeric: true, cell: ({ items }) => items },
  { id: 'state', header: 'State', cell: ({ state }) => states[state] },
  {
    id: 'response',
    header: 'Server response',
    minWidth: '180px',
    cell: ({ responseStatus, response, error }) => (
      <Span textStyle="small" overflowWrap="anywhere" lineClamp={3}>
        {[responseStatus, error ?? response].filter(Boolean).join(' ') || 'None'}
      </Span>
    ),
  },
  { id: 'actions', header: 'Actions', cell: (message) => <SendAgain message={message} /> },
];

/** The newest messages of a subscription. Without `changes` they cannot be sent again. */
export const SubscriptionMessages = ({
  caption,
  itemsHeader,
  messages,
  changes,
}: {
  caption: string;
  /** What `items` counts. */
  itemsHeader: string;
  messages: readonly Message[];
  changes: MessageChanges | undefined;
}) =>
  messages.length > 0 && (
    <ChangesContext value={changes}>
      <Stack gap="4">
        <Text color="textMuted">{countText(messages.length, 'message')}</Text>
        <RowList
          caption={caption}
          columns={buildColumns(itemsHeader)}
          rows={messages}
          rowKey={({ id }) => id}
          empty={null}
        />
      </Stack>
    </ChangesContext>
  );

import type { ListColumn } from '@readerlens/filters/list';
import {
  Badge,
  Breakable,
  Card,
  CardList,
  CardListItem,
  Checkbox,
  Flex,
  IconButton,
  Table,
  Text,
  useIsNarrow,
} from '@readerlens/ui';
import { Trash2 } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { Alert } from '../../alert/alert.queries.ts';

export type Recipient = Alert['targets'][number];

interface Actions {
  /** The creator, who cannot be removed. */
  ownerId: string;
  subscribe: (userId: string, isEmailSubscribed: boolean) => void;
  remove: (userId: string) => void;
}
const ActionsContext = createContext<Actions | undefined>(undefined);

const Registered = ({ recipient: { isRegistered } }: { recipient: Recipient }) => (
  <Badge tone={isRegistered ? 'positive' : 'neutral'}>{isRegistered ? 'Yes' : 'No'}</Badge>
);

const ByEmail = ({ recipient, hideLabel }: { recipient: Recipient; hideLabel: boolean }) => {
  const actions = useContext(ActionsContext);
  const { userId, name, isEmailSubscribed } = recipient;
  return (
    <Checkbox
      label={hideLabel ? `Email ${name}` : 'By email'}
      hideLabel={hideLabel}
      checked={isEmailSubscribed}
      onChange={(event: { currentTarget: HTMLInputElement }) =>
        actions?.subscribe(userId, event.currentTarget.checked)
      }
    />
  );
};

/** What a recipient without the right to view notifications gets instead of them. */
const NoDashboard = ({ recipient }: { recipient: Recipient }) =>
  recipient.viewsNotifications ? null : (
    <Text textStyle="caption" color="warning" whiteSpace="normal">
      {recipient.isEmailSubscribed
        ? 'May not open the Notification Dashboard, so the email has no link to it.'
        : 'May not open the Notification Dashboard, and gets no email: nothing arrives.'}
    </Text>
  );

const Remove = ({ recipient: { userId, name } }: { recipient: Recipient }) => {
  const actions = useContext(ActionsContext);
  if (!actions) return null;
  const isOwner = actions.ownerId === userId;
  return isOwner ? (
    <Badge tone="accent">Creator</Badge>
  ) : (
    <IconButton
      size="sm"
      label={`Remove ${name}`}
      icon={<Trash2 size={15} aria-hidden="true" />}
      onClick={() => actions.remove(userId)}
    />
  );
};

const columns: readonly ListColumn<Recipient>[] = [
  {
    id: 'name',
    header: 'Name',
    minWidth: '160px',
    grow: 2,
    cell: (recipient) => (
      <>
        {recipient.name}
        <NoDashboard recipient={recipient} />
      </>
    ),
  },
  { id: 'email', header: 'Email', minWidth: '200px', grow: 3, cell: ({ email }) => email },
  {
    id: 'registered',
    header: 'Registered',
    minWidth: '104px',
    grow: 0,
    cell: (recipient) => <Registered recipient={recipient} />,
  },
  {
    id: 'byEmail',
    header: 'By email',
    minWidth: '92px',
    grow: 0,
    cell: (recipient) => <ByEmail recipient={recipient} hideLabel />,
  },
  {
    id: 'remove',
    header: 'Remove',
    minWidth: '100px',
    grow: 0,
    numeric: true,
    cell: (recipient) => <Remove recipient={recipient} />,
  },
];

const renderCard = (recipient: Recipient) => (
  <CardListItem
    row={recipient}
    title={recipient.name}
    subtitle={<Breakable>{recipient.email}</Breakable>}
    aside={<Remove recipient={recipient} />}
  >
    <Flex mt="3" gap="4" align="center" textStyle="small">
      <ByEmail recipient={recipient} hideLabel={false} />
      <Flex gap="2" align="center">
        Registered <Registered recipient={recipient} />
      </Flex>
    </Flex>
    <NoDashboard recipient={recipient} />
  </CardListItem>
);
const rowKey = ({ userId }: Recipient) => userId;
const asAdded = { column: 'name', descending: false } as const;

interface Props extends Actions {
  recipients: readonly Recipient[];
}

/** The recipients of an alert. Those without email see its runs on their dashboard only. */
export const RecipientTable = ({ recipients, ...actions }: Props) => {
  const narrow = useIsNarrow();
  const list = { caption: 'Recipients', rows: recipients, columns, rowKey };
  return (
    <ActionsContext value={actions}>
      {narrow ? (
        <CardList
          {...list}
          renderCard={renderCard}
          sort={asAdded}
          onSort={undefined}
          loadingRows={undefined}
          loadingHeight="96px"
        />
      ) : (
        <Card padded={false} overflow="hidden">
          <Table {...list} />
        </Card>
      )}
    </ActionsContext>
  );
};

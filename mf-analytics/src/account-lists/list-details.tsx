import { api } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import { listFormFailedMessage } from '@readerlens/contract/account-lists/messages';
import { noAccessMessage } from '@readerlens/contract/messages';
import { addSearch } from '@readerlens/filters';
import { accountListsField, mayLookUpReaderOrgs, termsFilter, writeSearch } from '@readerlens/filters/model';
import { loadListDialog, useListedOrganizations, useRefreshLists } from '@readerlens/filters/panel';
import type { AccountList } from '@readerlens/filters/panel';
import {
  Banner,
  Button,
  Card,
  EmptyState,
  Flex,
  IconButton,
  LinkButton,
  LoadError,
  PageHeader,
  Skeleton,
  Stack,
  Table,
  Text,
  formatCount,
  toast,
  useOnDemand,
} from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, Pencil, Search, Trash2, X } from 'lucide-react';
import { AddOrganizations } from './add-organizations.tsx';
import { useDeleteList } from './use-delete-list.tsx';

interface Organization {
  readonly id: string;
  readonly name: string;
}

const buildColumns = (
  mayChange: boolean,
  isBusy: boolean,
  remove: (organization: Organization) => void,
): TableColumn<Organization>[] => [
  { id: 'name', header: 'Organization', minWidth: '140px', cell: ({ name }) => name },
  ...(mayChange
    ? [
        {
          id: 'remove',
          header: 'Remove',
          width: '80px',
          cell: (organization: Organization) => (
            <IconButton
              size="sm"
              label={`Remove ${organization.name}`}
              icon={<X size={15} aria-hidden="true" />}
              disabled={isBusy}
              onClick={() => remove(organization)}
            />
          ),
        },
      ]
    : []),
];

const Organizations = ({ list }: { list: AccountList }) => {
  const { data, error, refetch } = useListedOrganizations(list.id);
  const refresh = useRefreshLists();
  const remove = useMutation({
    mutationFn: async ({ id }: Organization) =>
      api('PATCH /api/account-lists/{id}/organizations', { params: { id: list.id }, body: { remove: [id] } }),
    onError: (failure) => toast.error(failure.message),
    onSettled: () => refresh(),
  });
  if (error)
    return (
      <LoadError
        error={error}
        onRetry={() => void refetch()}
        refused={noAccessMessage('this account list')}
      />
    );
  if (data === undefined) return <Skeleton height="240px" />;
  const hidden = list.organizations - data.length;
  return (
    <Stack gap="3">
      {hidden > 0 && (
        <Text color="textMuted">{`${formatCount(hidden)} more are in the list, but you do not see their activities.`}</Text>
      )}
      {data.length === 0 ? (
        <EmptyState title="No organizations to show" message="Add organizations to filter by the list." />
      ) : (
        <Table
          caption={`Organizations of ${list.name}`}
          columns={buildColumns(list.mayChange, remove.isPending, (organization) =>
            remove.mutate(organization),
          )}
          rows={data}
          rowKey={({ id }) => id}
        />
      )}
    </Stack>
  );
};

const describe = ({ client, isShared, organizations, owner, isOwn }: AccountList): string =>
  [
    client,
    `${formatCount(organizations)} ${organizations === 1 ? 'organization' : 'organizations'}`,
    isShared ? 'Shared with everyone of the client' : 'Private',
    ...(isOwn || owner === null ? [] : [`Owner: ${owner}`]),
  ].join(' · ');

/** One list: its organizations, and what can be done with it. */
export const ListDetails = ({ list, onLeave }: { list: AccountList; onLeave: () => void }) => {
  const user = useUser();
  const { loaded: SaveListDialog, loading, open, close } = useOnDemand(loadListDialog, listFormFailedMessage);
  const { remove, isPending } = useDeleteList(list, onLeave);
  const filters = [
    termsFilter('Clients', [{ id: list.clientId, name: list.client }]),
    termsFilter(accountListsField, [{ id: list.id, name: list.name }]),
  ];
  return (
    <>
      <PageHeader
        title={list.name}
        description={describe(list)}
        actions={
          <Flex gap="2" wrap="wrap">
            <Button icon={<ArrowLeft size={15} aria-hidden="true" />} onClick={onLeave}>
              All lists
            </Button>
            <LinkButton
              to={addSearch(`/analytics/search${writeSearch('', { filters, indices: [] })}`)}
              icon={<Search size={15} aria-hidden="true" />}
            >
              Search engagements
            </LinkButton>
            {list.mayChange && (
              <>
                <Button
                  icon={<Pencil size={15} aria-hidden="true" />}
                  loading={loading}
                  onClick={() => void open()}
                >
                  Rename or share
                </Button>
                <Button
                  variant="danger"
                  icon={<Trash2 size={15} aria-hidden="true" />}
                  loading={isPending}
                  onClick={remove}
                >
                  Delete
                </Button>
              </>
            )}
          </Flex>
        }
      />
      <Stack gap="4">
        {list.mayChange ? (
          <Card title="Add organizations">
            <AddOrganizations list={list} mayPaste={user !== undefined && mayLookUpReaderOrgs(user)} />
          </Card>
        ) : (
          <Banner shape="box">Only its owner and staff can change this list.</Banner>
        )}
        <Organizations list={list} />
      </Stack>
      {SaveListDialog && <SaveListDialog list={list} onClose={close} />}
    </>
  );
};

import { analyticsArea, searchStore, setParameter, storedModel, useCatalogue } from '@readerlens/filters';
import { listSelectedTerms } from '@readerlens/filters/model';
import type { FieldCatalogue, FilterModel } from '@readerlens/filters/model';
import { useAccountLists, useListDialog } from '@readerlens/filters/panel';
import type { AccountList } from '@readerlens/filters/panel';
import { noAccessMessage } from '@readerlens/contract/messages';
import {
  Button,
  Card,
  EmptyState,
  Flex,
  LoadError,
  PageHeader,
  Skeleton,
  Stack,
  Table,
  TextLink,
  formatCount,
  useIsNarrow,
  useLatestSearch,
} from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { ListFilter, Plus } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ListDetails } from './list-details.tsx';

const here = '/analytics/account-lists';

const ofWhom = ({ isOwn, isShared, owner }: AccountList): string => {
  if (!isShared) return 'Private';
  return isOwn ? 'Shared by you' : `Shared by ${owner ?? 'a colleague'}`;
};

const nameColumn: TableColumn<AccountList> = {
  id: 'name',
  header: 'Name',
  minWidth: '140px',
  cell: ({ id, name }) => <TextLink to={`${here}?list=${id}`}>{name}</TextLink>,
};
const countColumn: TableColumn<AccountList> = {
  id: 'organizations',
  header: 'Organizations',
  numeric: true,
  width: '120px',
  cell: ({ organizations }) => (organizations === null ? 'By a rule' : formatCount(organizations)),
};
const columns: TableColumn<AccountList>[] = [
  nameColumn,
  { id: 'client', header: 'Client', minWidth: '140px', cell: ({ client }) => client },
  { id: 'sharing', header: 'Sharing', minWidth: '140px', cell: ofWhom },
  countColumn,
];
const narrowColumns: TableColumn<AccountList>[] = [
  {
    ...nameColumn,
    cell: (list) => (
      <Stack gap="0">
        <TextLink to={`${here}?list=${list.id}`}>{list.name}</TextLink>
        <span>{`${list.client}. ${ofWhom(list)}`}</span>
      </Stack>
    ),
  },
  countColumn,
];

const AllLists = ({ lists }: { lists: readonly AccountList[] }) => {
  const isNarrow = useIsNarrow();
  if (lists.length === 0)
    return (
      <EmptyState
        title="You have no account lists yet"
        message="A list keeps organizations under a name, so that dashboards, searches, alerts and reports can be filtered by it."
      />
    );
  return (
    <Card p="0" overflow="hidden">
      <Table
        caption="Account lists"
        columns={isNarrow ? narrowColumns : columns}
        rows={lists}
        rowKey={({ id }) => id}
      />
    </Card>
  );
};

/** The filters of the dashboards and the search; without any, a rule is about all activities of the last year. */
const readCurrentSearch = (catalogue: FieldCatalogue): FilterModel =>
  storedModel(searchStore.getState(), analyticsArea, catalogue) ?? { filters: [], indices: [] };

/** The lists of organizations that the user sees; with `list` in the address, one of them. */
export const AccountListsScreen = () => {
  const chosen = new URLSearchParams(useLocation().search).get('list');
  const navigate = useNavigate();
  const latest = useLatestSearch();
  const { data, error, refetch } = useAccountLists();
  const { loaded: SaveListDialog, loading, open, close } = useListDialog();
  const { catalogue } = useCatalogue();
  const [model, setModel] = useState<FilterModel>();
  const openWith = (next: FilterModel | undefined) => {
    setModel(next);
    void open();
  };
  const show = (id: string | undefined) => void navigate({ search: setParameter(latest(), 'list', id) });
  const list = data?.find(({ id }) => id === chosen);
  if (list) return <ListDetails key={list.id} list={list} onLeave={() => show(undefined)} />;
  const isMissing = chosen !== null && data !== undefined;
  return (
    <>
      <PageHeader
        title="Account Lists"
        description="Named lists of organizations to filter by"
        actions={
          error ? undefined : (
            <Flex gap="2" wrap="wrap">
              <Button
                icon={<ListFilter size={15} aria-hidden="true" />}
                loading={loading}
                onClick={() => openWith(readCurrentSearch(catalogue))}
              >
                New list by a rule
              </Button>
              <Button
                variant="primary"
                icon={<Plus size={15} aria-hidden="true" />}
                loading={loading}
                onClick={() => openWith(undefined)}
              >
                New list
              </Button>
            </Flex>
          )
        }
      />
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} refused={noAccessMessage('account lists')} />
      ) : data === undefined ? (
        <Skeleton height="240px" />
      ) : isMissing ? (
        <EmptyState
          title="There is no such list"
          message="It was deleted, or is not shared with you."
          action={
            <Flex>
              <Button onClick={() => show(undefined)}>Show all lists</Button>
            </Flex>
          }
        />
      ) : (
        <AllLists lists={data} />
      )}
      {SaveListDialog && (
        <SaveListDialog
          {...(model ? { model, clients: listSelectedTerms(model.filters, 'Clients') } : {})}
          onClose={close}
          onSaved={({ id }) => show(id)}
        />
      )}
    </>
  );
};

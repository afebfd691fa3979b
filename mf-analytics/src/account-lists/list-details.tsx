import { api } from '@readerlens/auth';
import { useBlinded, useUser } from '@readerlens/auth/react';
import { noAccessMessage } from '@readerlens/contract/messages';
import { SubjectLink, addSearch, useCatalogue } from '@readerlens/filters';
import { searchLink } from '@readerlens/filters/dashboard';
import { describeListRule } from '@readerlens/filters/alert-words';
import { accountListsField, mayLookUpReaderOrgs, termsFilter, writeSearch } from '@readerlens/filters/model';
import { useListDialog, useListedOrganizations, useRefreshLists } from '@readerlens/filters/panel';
import type { FilterModel } from '@readerlens/filters/model';
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
  TextLink,
  formatCount,
  toast,
} from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, Pencil, Search, Trash2, X } from 'lucide-react';
import { AddOrganizations } from './add-organizations.tsx';
import { useDeleteList } from './use-delete-list.tsx';

interface Organization {
  readonly id: string;
  readonly name: string;
  readonly companyUrl: string;
  readonly engagements: number | null;
}

/** What the rule of a list counts; undefined without a rule that the viewer may use. */
const buildRuleModel = ({ rule, clientId, client }: AccountList): FilterModel | undefined => {
  if (!rule) return undefined;
  // Stored filters are those of the model.
  const { filters, indices } = rule as FilterModel;
  return { filters: [termsFilter('Clients', [{ id: clientId, name: client }]), ...filters], indices };
};

/** Its page is about the activities of the list's client, or about those that the rule counts. */
const buildNameColumn = (clientId: string, model?: FilterModel): TableColumn<Organization> => ({
  id: 'name',
  header: 'Organization',
  minWidth: '140px',
  cell: ({ name, companyUrl }) => (
    <SubjectLink to={companyUrl} {...{ clientId, model }}>
      {name}
    </SubjectLink>
  ),
});

const buildRuleColumns = (clientId: string, model: FilterModel | undefined): TableColumn<Organization>[] => [
  buildNameColumn(clientId, model),
  {
    id: 'engagements',
    header: 'Engagements',
    numeric: true,
    width: '120px',
    cell: ({ id, name, engagements }) =>
      model ? (
        <TextLink
          to={searchLink(model, { org: id })}
          aria-label={`${name}: ${countText(engagements ?? 0, 'engagement')}`}
        >
          {formatCount(engagements ?? 0)}
        </TextLink>
      ) : (
        formatCount(engagements ?? 0)
      ),
  },
];

const buildColumns = (
  { clientId, mayChange }: AccountList,
  isBusy: boolean,
  remove: (organization: Organization) => void,
): TableColumn<Organization>[] => [
  buildNameColumn(clientId),
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
  const byRule = list.kind === 'rule';
  const hidden = (list.organizations ?? data.length) - data.length;
  return (
    <Stack gap="3">
      {hidden > 0 && (
        <Text color="textMuted">{`${formatCount(hidden)} more are in the list, but you do not see their activities.`}</Text>
      )}
      {data.length === 0 ? (
        <EmptyState
          title="No organizations to show"
          message={
            byRule
              ? 'No organization has enough engagements among the activities that you see.'
              : 'Add organizations to filter by the list.'
          }
        />
      ) : (
        <Card p="0" overflow="hidden">
          <Table
            caption={`Organizations of ${list.name}`}
            columns={
              byRule
                ? buildRuleColumns(list.clientId, list.rule?.hasHidden ? undefined : buildRuleModel(list))
                : buildColumns(list, remove.isPending, (organization) => remove.mutate(organization))
            }
            rows={data}
            rowKey={({ id }) => id}
          />
        </Card>
      )}
    </Stack>
  );
};

const describe = ({ client, isShared, organizations, owner, isOwn }: AccountList): string =>
  [
    client,
    organizations === null ? 'By a rule' : countText(organizations, 'organization'),
    isShared ? 'Shared with everyone of the client' : 'Private',
    ...(isOwn || owner === null ? [] : [`Owner: ${owner}`]),
  ].join(' · ');

/** The rule as a sentence, and where its filters are changed. */
const RuleCard = ({ list }: { list: AccountList }) => {
  const { catalogue } = useCatalogue();
  const blinded = useBlinded();
  const { rule } = list;
  const model = buildRuleModel(list);
  if (!rule || !model)
    return (
      <Banner shape="box">
        The rule of this list uses filters that you may not use, so that it has no organizations for you.
      </Banner>
    );
  // The sentence is about the filters of the rule: the client stands below the title.
  const { filters, indices } = rule as FilterModel;
  return (
    <Card title="Rule">
      <Stack gap="3">
        <Text overflowWrap="anywhere">
          {describeListRule({ filters, indices }, rule, { catalogue, blinded })}
        </Text>
        {rule.hasHidden && <Text color="textMuted">Blinded Mode hides some of its filters.</Text>}
        <Text textStyle="small" color="textMuted">
          {'You see the organizations among the activities that you may see, as of now. '}
          <TextLink to={searchLink(model)}>Search with these filters</TextLink>
          {list.mayChange && ', change them there, and save them as the rule of this list.'}
        </Text>
      </Stack>
    </Card>
  );
};

/** One list: its organizations, and what can be done with it. */
export const ListDetails = ({ list, onLeave }: { list: AccountList; onLeave: () => void }) => {
  const user = useUser();
  const { loaded: SaveListDialog, loading, open, close } = useListDialog();
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
                  {list.kind === 'rule' ? 'Edit' : 'Rename or share'}
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
        {list.kind === 'rule' && <RuleCard list={list} />}
        {list.mayChange && list.kind === 'organizations' && (
          <Card title="Add organizations">
            <AddOrganizations list={list} mayPaste={user !== undefined && mayLookUpReaderOrgs(user)} />
          </Card>
        )}
        {!list.mayChange && <Banner shape="box">Only its owner and staff can change this list.</Banner>}
        <Organizations list={list} />
      </Stack>
      {SaveListDialog && <SaveListDialog list={list} onClose={close} />}
    </>
  );
};

import { SubjectLink } from '@readerlens/filters';
import { noAccessMessage } from '@readerlens/contract/messages';
import type { CallData, Calls } from '@readerlens/contract/client';
import { influences } from '@readerlens/contract/marketing-pipeline';
import type { DealBasis } from '@readerlens/contract/marketing-pipeline';
import { searchLink, shapedFigureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { ListRows, knownOption, useListPage, useListView } from '@readerlens/filters/list';
import type { FileView, ListColumn } from '@readerlens/filters/list';
import { dealPageSizes, highEngagement } from '@readerlens/contract/marketing-pipeline';
import {
  Button,
  CardListItem,
  EmptyState,
  Flex,
  Heading,
  HowCounted,
  SelectField,
  Span,
  Stack,
  Text,
  TextLink,
  formatCount,
} from '@readerlens/ui';
import { formatUtcDate, countText } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatMoney, withoutCurrency } from '@readerlens/contract/marketing-figures';
import { secondListAddress } from '../second-list.ts';
import {
  dealsAddress,
  dealsListId,
  influenceLabels,
  matchGroups,
  nameWindow,
  outcomeGroups,
  tacticLabels,
  withoutDealsId,
} from './pipeline.ts';
import type { DealsView } from './pipeline.ts';

type Deal = CallData<Calls['POST /api/marketing-performance/pipeline/rows']>[number];
type Organization = CallData<Calls['POST /api/marketing-performance/pipeline/without-deals']>[number];

const dealsQuery = (search: DashboardSearch, basis: DealBasis, view: FileView<DealsView>) => {
  const { influence, stage, money, tactic, window, by, dated, page, size } = view;
  const outcomes = outcomeGroups[view.outcome];
  const match = matchGroups[view.match];
  return shapedFigureQuery(
    'POST /api/marketing-performance/pipeline/rows',
    search,
    {
      body: {
        basis: by ?? basis,
        influence,
        page,
        size,
        ...(outcomes ? { outcomes: [...outcomes] } : {}),
        ...(match ? { match: [...match] } : {}),
        ...(stage === '' ? {} : { stage }),
        ...(money === '' ? {} : { currency: money === withoutCurrency ? null : money, hasAmount: true }),
        ...(tactic === undefined ? {} : { tactic }),
        ...(window === undefined ? {} : { window }),
        ...(dated === undefined ? {} : { isDated: true }),
      },
    },
    ({ data, total }) => ({ items: data, total }),
  );
};

const outcomeWords = {
  any: '',
  open: 'open',
  won: 'won',
  closed: 'won or lost',
  credited: 'open or won',
} as const;
const matchWords = { any: '', matched: 'matched', ambiguous: 'ambiguous', unmatched: 'not matched' } as const;

/** What limits the list besides its influence, in words. */
const describeLimits = (view: DealsView): string =>
  [
    outcomeWords[view.outcome],
    matchWords[view.match],
    view.stage && `in stage ${view.stage}`,
    view.money && (view.money === withoutCurrency ? 'with an amount without a currency' : `in ${view.money}`),
    view.tactic && `with touches by ${tacticLabels[view.tactic].toLowerCase()}`,
    view.window === undefined ? '' : `with a touch on ${nameWindow(view.window).toLowerCase()}`,
    view.by === 'touch' ? 'of the period of touches' : '',
    view.dated ? 'with a closed day' : '',
  ]
    .filter(Boolean)
    .join(', ');

const nameInfluence = ({ isAssisted, isAccelerated }: Deal): string => {
  if (isAssisted && isAccelerated) return 'Assisted, accelerated';
  return isAssisted ? 'Assisted' : isAccelerated ? 'Accelerated' : 'None';
};

const formatAmount = ({ cents, currency }: Deal) => (cents === null ? '–' : formatMoney(cents, currency));

const Account = ({ deal }: { deal: Deal }) =>
  deal.organization ? (
    <SubjectLink to={deal.organization.path}>{deal.organization.name}</SubjectLink>
  ) : (
    <>{deal.account}</>
  );

const columns: ListColumn<Deal>[] = [
  { id: 'name', header: 'Deal', minWidth: '170px', grow: 3, cell: ({ name }) => name },
  {
    id: 'account',
    header: 'Account',
    minWidth: '140px',
    grow: 2,
    cell: (deal) => <Account deal={deal} />,
    text: ({ organization, account }) => organization?.name ?? account,
  },
  { id: 'stage', header: 'Stage', minWidth: '110px', grow: 1, cell: ({ stage }) => stage },
  {
    id: 'created',
    header: 'Created',
    minWidth: '100px',
    grow: 0,
    cell: ({ createdOn }) => formatUtcDate(createdOn),
  },
  {
    id: 'closed',
    header: 'Closed',
    minWidth: '100px',
    grow: 0,
    cell: ({ closedOn }) => (closedOn === null ? '–' : formatUtcDate(closedOn)),
  },
  { id: 'amount', header: 'Amount', minWidth: '120px', grow: 0, numeric: true, cell: formatAmount },
  { id: 'influence', header: 'Influence', minWidth: '172px', grow: 0, cell: nameInfluence },
  {
    id: 'touches',
    header: 'Touches',
    minWidth: '80px',
    grow: 0,
    numeric: true,
    cell: ({ touches }) => formatCount(touches),
  },
];

/** The deals behind a number of the page. */
export const DealsList = ({ search, basis }: { search: DashboardSearch; basis: DealBasis }) => {
  const { view, show } = useListView(dealsAddress);
  const list = useListPage(useQuery(dealsQuery(search, basis, view)), {
    ...view,
    show,
  });
  const section = useRef<HTMLDivElement>(null);
  const { page: _, size: _size, sort: _sort, ...limits } = view;
  const shownSet = JSON.stringify(limits);
  const before = useRef(shownSet);
  useEffect(() => {
    if (before.current !== shownSet) section.current?.focus();
    before.current = shownSet;
  }, [shownSet]);
  const { total } = list;
  const words = describeLimits(view);
  const start = dealsAddress.read('');
  return (
    <Stack
      as="section"
      id={dealsListId}
      ref={section}
      tabIndex={-1}
      aria-label="List of deals"
      gap="3"
      scrollMarginTop="4"
    >
      <Flex align="end" gap="3" wrap="wrap">
        <Heading as="h2">Deals</Heading>
        <Span flex="1" aria-live="polite" color="textMuted" fontVariantNumeric="tabular-nums">
          {total !== undefined && countText(total, 'deal')}
          {words && ` ${words}`}
        </Span>
        {words && (
          <Button size="sm" onClick={() => show({ ...start, influence: view.influence })}>
            Show all
          </Button>
        )}
        <SelectField
          label="Show deals"
          hideLabel
          width="auto"
          value={view.influence}
          options={influences.map((value) => ({ value, label: influenceLabels[value] }))}
          onChange={({ target }) => {
            const influence = knownOption(influences, target.value);
            if (influence) show({ influence, page: 1 });
          }}
        />
      </Flex>
      <ListRows
        {...{ list, view, show, columns }}
        file={(place) => dealsQuery(search, basis, { ...view, ...place })}
        rules={dealsAddress.rules}
        isSortable={false}
        renderCard={(deal) => (
          <CardListItem row={deal} title={deal.name} subtitle={deal.account} aside={deal.stage}>
            <Text mt="1" textStyle="small" color="textMuted">
              {`Created ${formatUtcDate(deal.createdOn)} · ${formatAmount(deal)} · ${nameInfluence(deal)}`}
            </Text>
          </CardListItem>
        )}
        caption={influenceLabels[view.influence]}
        pages="Pages of deals"
        rowKey={({ id }) => id}
        density="comfortable"
        fills={false}
        loadingHeight="88px"
        refused="You do not have access to these deals"
        empty={<EmptyState title="No deals found" message="No deal of the period belongs to this group." />}
      />
    </Stack>
  );
};

const withoutAddress = secondListAddress('org', {
  sortColumns: ['engagements'],
  sizes: dealPageSizes,
  start: { sort: { column: 'engagements', descending: true }, page: 1, size: 10 },
});

const buildOrganizationColumns = (search: DashboardSearch): ListColumn<Organization>[] => [
  {
    id: 'name',
    header: 'Organization',
    minWidth: '170px',
    grow: 3,
    cell: ({ name, path }) => <SubjectLink to={path}>{name}</SubjectLink>,
    text: ({ name }) => name,
  },
  {
    id: 'readers',
    header: 'Readers',
    minWidth: '90px',
    grow: 0,
    numeric: true,
    cell: ({ readers }) => formatCount(readers),
  },
  {
    id: 'engagements',
    header: 'Engagements',
    minWidth: '116px',
    grow: 0,
    numeric: true,
    cell: ({ id, name, engagements }) => (
      <TextLink
        to={searchLink(search.model, { org: id })}
        aria-label={`${name}: ${countText(engagements, 'engagement')}`}
      >
        {formatCount(engagements)}
      </TextLink>
    ),
    text: ({ engagements }) => formatCount(engagements),
  },
  {
    id: 'last',
    header: 'Last engaged',
    minWidth: '116px',
    grow: 0,
    cell: ({ lastOn }) => formatUtcDate(lastOn),
  },
];

/** Organizations that read a lot, and that nobody sells to. */
export const WithoutDeals = ({ search }: { search: DashboardSearch }) => {
  const { view, show } = useListView(withoutAddress);
  const buildQuery = ({ page, size }: { page: number; size: number }) =>
    shapedFigureQuery(
      'POST /api/marketing-performance/pipeline/without-deals',
      search,
      { body: { page, size } },
      ({ data, total }) => ({ items: data, total }),
    );
  const list = useListPage(useQuery(buildQuery(view)), { ...view, show });
  const title = 'High Engagement, No Opportunity';
  return (
    <Stack as="section" id={withoutDealsId} aria-label="Organizations without a deal" gap="3">
      <Flex align="center" gap="3" wrap="wrap">
        <Heading as="h2">{title}</Heading>
        <HowCounted of={title}>
          {`Organizations with at least ${highEngagement} engagements in the period, and no deal of any date with the chosen clients.`}
        </HowCounted>
        <Span flex="1" color="textMuted">
          {list.total !== undefined && countText(list.total, 'organization')}
        </Span>
      </Flex>
      <ListRows
        {...{ list, view, show }}
        file={buildQuery}
        rules={withoutAddress.rules}
        isSortable={false}
        columns={buildOrganizationColumns(search)}
        renderCard={(row) => (
          <CardListItem
            row={row}
            title={<SubjectLink to={row.path}>{row.name}</SubjectLink>}
            subtitle={undefined}
            aside={countText(row.engagements, 'engagement')}
          >
            <Text mt="1" textStyle="small" color="textMuted">
              {`${countText(row.readers, 'reader')} · last ${formatUtcDate(row.lastOn)}`}
            </Text>
          </CardListItem>
        )}
        caption={title}
        pages="Pages of organizations"
        rowKey={({ id }) => id}
        density="comfortable"
        fills={false}
        loadingHeight="88px"
        refused={noAccessMessage('these organizations')}
        empty={
          <EmptyState title="No such organization" message="Every highly engaged organization has a deal." />
        }
      />
    </Stack>
  );
};

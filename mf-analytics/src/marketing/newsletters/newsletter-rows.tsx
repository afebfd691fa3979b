import { totalsOnly } from '@readerlens/contract/marketing-figures';
import type { CallData, Calls } from '@readerlens/contract/client';
import { formatRate } from '@readerlens/contract/marketing-rates';
import type { Cases } from '@readerlens/contract/marketing-rates';
import { figureQuery, shapedFigureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { knownOption, useListView } from '@readerlens/filters/list';
import type { FileView } from '@readerlens/filters/list';
import { formatCount } from '@readerlens/ui';
import { units } from '@readerlens/ui/charts';
import type { Unit } from '@readerlens/ui/charts';
import { formatUtcDate } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { RowList } from '../tactics/row-list.tsx';
import type { CellColumn, RowCell, TacticPage } from '../tactics/row-list.tsx';
import { slicePage } from '../tactics/tactic-address.ts';
import {
  isRecipientSet,
  issuesAddress,
  issuesId,
  nameWindow,
  rowsAddress,
  rowsId,
  rowsLink,
  setLabels,
  shownSets,
} from './newsletters.ts';
import type { RowsView, ShownSet } from './newsletters.ts';

type Person = CallData<Calls['POST /api/marketing-performance/newsletters/people']>[number];
export type ListedIssue = CallData<Calls['POST /api/marketing-performance/newsletters/list']>[number];

const formatYes = (value: boolean | null): string => (value === null ? '–' : value ? 'Yes' : 'No');

const toPersonRow = (person: Person) => ({
  key: person.id,
  name: person.name,
  path: person.path,
  organization: person.organization,
  cells: [
    { text: person.issue === null ? 'Several' : person.issue.title },
    { text: formatYes(person.opened) },
    { text: formatYes(person.clicked) },
    { text: formatCount(person.links) },
    { text: person.hours === null ? '–' : formatCount(person.hours) },
    { text: formatCount(person.issues) },
  ],
});

const buildQuery = (search: DashboardSearch, view: FileView<RowsView>): UseQueryOptions<TacticPage> => {
  const { set, issue, link, window, page, size } = view;
  const place = { page, size, ...(issue ? { issue } : {}) };
  if (isRecipientSet(set))
    return shapedFigureQuery(
      'POST /api/marketing-performance/newsletters/people',
      search,
      { body: { ...place, set, ...(link ? { link } : {}), ...(window ? { window } : {}) } },
      ({ data, total }): TacticPage => ({ items: data.map(toPersonRow), total }),
    );
  return shapedFigureQuery(
    'POST /api/marketing-performance/newsletters/organizations',
    search,
    { body: place },
    ({ data, total }): TacticPage => ({
      items: data.map(({ id, name, path, clickers }) => ({
        key: id,
        name,
        path,
        cells: [{ text: formatCount(clickers) }],
      })),
      total,
    }),
  );
};

const numeric = { numeric: true } as const;
const personColumns: CellColumn[] = [
  { header: 'Issue', minWidth: '180px' },
  { header: 'Opened', minWidth: '84px' },
  { header: 'Clicked', minWidth: '84px' },
  { header: 'Links', minWidth: '72px', ...numeric },
  { header: 'Hours to click', minWidth: '120px', ...numeric },
  { header: 'Issues clicked', minWidth: '120px', ...numeric },
];
const organizationColumns: CellColumn[] = [{ header: 'Clickers', ...numeric }];

const setWords: Record<ShownSet, Unit> = {
  delivered: { one: 'recipient', many: 'recipients' },
  rated: { one: 'recipient', many: 'recipients' },
  clickers: { one: 'clicker', many: 'clickers' },
  openers: { one: 'recipient', many: 'recipients' },
  repeat: { one: 'repeat clicker', many: 'repeat clickers' },
  organizations: units.organizations,
};

interface Props {
  search: DashboardSearch;
  /** The link that limits the rows. */
  linkName: string | undefined;
}

/** The people or organizations behind a number of the page. */
export const NewsletterRows = ({ search, linkName }: Props) => {
  const { view, show } = useListView(rowsAddress);
  const { set, issue, link, window } = view;
  const limits = [
    ...(link ? [`of the link ${linkName ?? ''}`.trim()] : []),
    ...(window ? [`(${nameWindow(window).toLowerCase()})`] : []),
  ].join(' ');
  return (
    <RowList
      id={rowsId}
      title={setLabels[set]}
      {...{ view, show }}
      query={useQuery(buildQuery(search, view))}
      file={(place) => buildQuery(search, { ...view, ...place })}
      rules={rowsAddress.rules}
      rowsKey={[set, issue, link, window].join()}
      words={setWords[set]}
      nameHeader={isRecipientSet(set) ? 'Person' : 'Organization'}
      hasOrganizations={isRecipientSet(set)}
      columns={isRecipientSet(set) ? personColumns : organizationColumns}
      {...(limits ? { limits, onShowAll: () => show({ link: '', window: undefined, page: 1 }) } : {})}
      sets={{
        value: set,
        options: shownSets.map((value) => ({ value, label: setLabels[value] })),
        onChange: (value) => {
          const chosen = knownOption(shownSets, value);
          if (chosen) show({ set: chosen, link: '', window: undefined, page: 1 });
        },
      }}
    />
  );
};

const toIssueRow = (row: ListedIssue, address: string) => {
  const count = (set: ShownSet, value: number | null, isTotal: boolean): RowCell => {
    if (value === null) return { text: '–' };
    if (isTotal) return { text: `${formatCount(value)} (${totalsOnly})` };
    return {
      text: formatCount(value),
      href: value > 0 ? rowsLink(address, { issue: row.key, set }) : undefined,
      label: `${row.title}: ${formatCount(value)} ${setWords[set].many}`,
    };
  };
  /** Leads to what it divides by. */
  const rate = (set: ShownSet, name: string, cases: Cases | null, isTotal: boolean): RowCell => {
    if (cases === null) return { text: '–' };
    const text = formatRate(cases);
    if (isTotal || cases.of === 0) return { text };
    return {
      text,
      href: rowsLink(address, { issue: row.key, set }),
      label: `${row.title}, ${name}: ${text}`,
    };
  };
  const { clickRate, clickToOpen, hasRecipients } = row;
  return {
    key: row.key,
    name: row.title,
    cells: [
      { text: formatUtcDate(row.sentAt.slice(0, 10)) },
      count('delivered', row.delivered, row.isDeliveredTotal),
      count('clickers', row.clickers, !hasRecipients),
      rate('rated', 'click rate', clickRate, row.isDeliveredTotal),
      rate('openers', 'click-to-open', clickToOpen, !hasRecipients),
      count('organizations', row.organizations, !hasRecipients),
      count('repeat', row.repeatClickers, !hasRecipients),
    ],
  };
};

const issueColumns: CellColumn[] = [
  { header: 'Sent' },
  { header: 'Delivered', minWidth: '140px', ...numeric },
  { header: 'Clickers', minWidth: '124px', ...numeric },
  { header: 'Click rate', minWidth: '92px', ...numeric },
  { header: 'Click-to-open (directional)', minWidth: '190px', ...numeric },
  { header: 'Organizations', minWidth: '118px', ...numeric },
  { header: 'Repeat', minWidth: '76px', ...numeric },
];

/** The issues of the period. A number leads to its rows, and limits the page to the issue. */
export const IssueList = ({ search, address }: { search: DashboardSearch; address: string }) => {
  const { view, show } = useListView(issuesAddress);
  const all = useQuery(figureQuery('POST /api/marketing-performance/newsletters/list', search)).data;
  return (
    <RowList
      id={issuesId}
      title="Issues"
      {...{ view, show }}
      query={useQuery({
        ...figureQuery('POST /api/marketing-performance/newsletters/list', search),
        select(data) {
          const { items, total } = slicePage(data, view);
          return { items: items.map((row) => toIssueRow(row, address)), total };
        },
      })}
      file={all?.map((row) => toIssueRow(row, address))}
      rules={issuesAddress.rules}
      rowsKey=""
      words={{ one: 'issue', many: 'issues' }}
      nameHeader="Issue"
      columns={issueColumns}
    />
  );
};

import type { ListColumn } from '@readerlens/filters/list';
import { CardListItem, Flex, OfferedLink, Span, Text, TextLink } from '@readerlens/ui';
import { countText, listState } from '@readerlens/ui/parts';
import { useLocation } from 'react-router-dom';
import { ReportIcon, reportTypeText } from '../report-icon.tsx';
import { reportRunPath } from '../report-paths.ts';
import type { ReportRun } from '../reports.queries.ts';
import { ShortList, placesOf } from '../short-list.tsx';
import { RunFileIconButton } from './run-file.tsx';
import { momentText, periodText } from './run-text.ts';
import { StateBadge } from './state-badge.tsx';

interface Props {
  run: ReportRun;
}

/** The contact, linked to the run. The page of the run returns to the list as it is. */
const RunLink = ({ run }: Props) => {
  const { search } = useLocation();
  return (
    <TextLink to={reportRunPath(run.activityReportConfigId, run.id)} state={listState(search)}>
      {run.contact.name || run.contact.email}
    </TextLink>
  );
};

const Contact = ({ run }: Props) => (
  <>
    <RunLink run={run} />
    <br />
    <Span textStyle="caption" color="textMuted" overflowWrap="anywhere">
      {run.contact.email}
    </Span>
  </>
);

const runPath = ({ activityReportConfigId, id }: ReportRun) => reportRunPath(activityReportConfigId, id);

/** The columns of the list. */
export const runColumns: readonly ListColumn<ReportRun>[] = [
  {
    id: 'reportType',
    header: 'Type',
    minWidth: '60px',
    grow: 0,
    isFixed: true,
    sortable: true,
    cell: (run) => <ReportIcon report={run} />,
  },
  {
    id: 'contact',
    header: 'Contact',
    minWidth: '170px',
    grow: 3,
    isFixed: true,
    sortable: true,
    cell: (run) => <Contact run={run} />,
  },
  {
    id: 'places',
    header: 'Clients/Communities',
    minWidth: '140px',
    grow: 2,
    cell: (run) => <ShortList names={placesOf(run)} />,
  },
  {
    id: 'runOn',
    header: 'Run On',
    minWidth: '168px',
    grow: 0,
    sortable: true,
    cell: ({ runOn }) => momentText(runOn),
  },
  { id: 'period', header: 'Period', minWidth: '214px', grow: 0, cell: periodText },
  {
    id: 'recordsCount',
    header: 'Records',
    minWidth: '84px',
    grow: 0,
    numeric: true,
    sortable: true,
    cell: ({ recordsCount }) => recordsCount.toLocaleString('en-US'),
  },
  {
    id: 'state',
    header: 'State',
    minWidth: '124px',
    grow: 0,
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    id: 'file',
    header: 'Download',
    minWidth: '84px',
    grow: 0,
    isFixed: true,
    cell: (run) => <RunFileIconButton run={run} />,
  },
  {
    id: 'details',
    header: 'Details',
    minWidth: '70px',
    grow: 0,
    cell: (run) => (
      <OfferedLink to={runPath(run)} aria-label={`Details of ${run.contact.name}, ${momentText(run.runOn)}`}>
        Details
      </OfferedLink>
    ),
  },
];

/** A run as a card, on narrow windows. */
export const RunCard = ({ run }: Props) => (
  <CardListItem
    row={run}
    title={<RunLink run={run} />}
    subtitle={run.contact.email}
    aside={<RunFileIconButton run={run} />}
  >
    <Text mt="2" textStyle="small" overflowWrap="anywhere">
      <ShortList names={placesOf(run)} />
    </Text>
    <Flex mt="2" columnGap="3" rowGap="1" wrap="wrap" align="center" textStyle="small" color="textMuted">
      <StateBadge state={run.state} />
      <span>{reportTypeText(run)}</span>
      <span>{countText(run.recordsCount, 'record')}</span>
      <span>{momentText(run.runOn)}</span>
      <span>{periodText(run)}</span>
    </Flex>
  </CardListItem>
);

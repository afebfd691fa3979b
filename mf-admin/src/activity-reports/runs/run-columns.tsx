import type { ListColumn } from '@readerlens/filters/list';
import { RunFileIconButton, RunLink } from '@readerlens/filters/runs';
import { CardListItem, Flex, OfferedLink, Span, Text } from '@readerlens/ui';
import { countText, formatMoment } from '@readerlens/ui/parts';
import { ReportIcon, reportTypeText } from '../report-icon.tsx';
import { reportRunPath } from '../report-paths.ts';
import type { ReportRun } from '../reports.queries.ts';
import { ShortList, listPlaces } from '../short-list.tsx';
import { describeRunFile, runTitle } from './run-file.ts';
import { periodText } from './run-text.ts';
import { StateBadge } from './state-badge.tsx';

interface Props {
  run: ReportRun;
}

const runPath = ({ activityReportConfigId, id }: ReportRun) => reportRunPath(activityReportConfigId, id);

/** The contact, linked to the run. */
const ContactLink = ({ run }: Props) => (
  <RunLink to={runPath(run)}>{run.contact.name || run.contact.email}</RunLink>
);

const Contact = ({ run }: Props) => (
  <>
    <ContactLink run={run} />
    <br />
    <Span textStyle="caption" color="textMuted" overflowWrap="anywhere">
      {run.contact.email}
    </Span>
  </>
);

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
    cell: (run) => <ShortList names={listPlaces(run)} />,
  },
  {
    id: 'runOn',
    header: 'Run On',
    minWidth: '168px',
    grow: 0,
    sortable: true,
    cell: ({ runOn }) => formatMoment(runOn),
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
    cell: (run) => <RunFileIconButton file={describeRunFile(run)} />,
  },
  {
    id: 'details',
    header: 'Details',
    minWidth: '70px',
    grow: 0,
    cell: (run) => (
      <OfferedLink to={runPath(run)} aria-label={`Details of ${runTitle(run)}`}>
        Details
      </OfferedLink>
    ),
  },
];

/** A run as a card, on narrow windows. */
export const RunCard = ({ run }: Props) => (
  <CardListItem
    row={run}
    title={<ContactLink run={run} />}
    subtitle={run.contact.email}
    aside={<RunFileIconButton file={describeRunFile(run)} />}
  >
    <Text mt="2" textStyle="small" overflowWrap="anywhere">
      <ShortList names={listPlaces(run)} />
    </Text>
    <Flex mt="2" columnGap="3" rowGap="1" wrap="wrap" align="center" textStyle="small" color="textMuted">
      <StateBadge state={run.state} />
      <span>{reportTypeText(run)}</span>
      <span>{countText(run.recordsCount, 'record')}</span>
      <span>{formatMoment(run.runOn)}</span>
      <span>{periodText(run)}</span>
    </Flex>
  </CardListItem>
);

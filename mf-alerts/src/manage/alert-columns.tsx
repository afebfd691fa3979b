import { alertTypeLabels } from '@readerlens/contract/alerts';
import type { ListColumn } from '@readerlens/filters/list';
import { Box, CardListItem, Flex, OfferedLink, Span, Text } from '@readerlens/ui';
import { alertRowPath } from '../alert/alert-paths.ts';
import type { AlertListRow } from '../alert/alert.queries.ts';
import { ScheduleIndicator, dayText } from '../alert/schedule-indicator.tsx';
import { AlertCardActions, AlertRowActions } from './row-actions.tsx';

const AlertLink = ({ alert }: { alert: AlertListRow }) => (
  <OfferedLink to={alertRowPath(alert)} title={alert.description || undefined}>
    {alert.name}
  </OfferedLink>
);

/** What the alert fires on: its beginning in the list, all of it on a card. */
const Rule = ({ alert: { rule }, isShort }: { alert: AlertListRow; isShort?: boolean }) =>
  rule !== '' && (
    <Text
      textStyle="caption"
      color="textMuted"
      whiteSpace="normal"
      {...(isShort ? { lineClamp: '2', title: rule } : {})}
    >
      {rule}
    </Text>
  );

const Day = ({ moment, by }: { moment: string | null; by?: string }) =>
  moment === null ? (
    <Span color="textMuted">Never</Span>
  ) : (
    <time dateTime={moment} title={by && `By ${by}`}>
      {dayText(moment)}
    </time>
  );

/** The columns of the list. */
export const alertColumns: readonly ListColumn<AlertListRow>[] = [
  {
    id: 'name',
    header: 'Name',
    minWidth: '180px',
    grow: 3,
    sortable: true,
    isFixed: true,
    cell: (alert) => (
      <Box minW="0" py="1">
        <Text whiteSpace="normal" overflowWrap="anywhere" lineClamp="2">
          <AlertLink alert={alert} />
        </Text>
        <Rule alert={alert} isShort />
      </Box>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    minWidth: '160px',
    grow: 0,
    sortable: true,
    cell: ({ $type }) => alertTypeLabels[$type],
  },
  {
    id: 'createdBy',
    header: 'Created By',
    minWidth: '120px',
    sortable: true,
    cell: ({ createdBy }) => createdBy,
  },
  {
    id: 'updatedOn',
    header: 'Updated',
    minWidth: '150px',
    grow: 0,
    sortable: true,
    cell: ({ updatedOn, updatedBy }) => <Day moment={updatedOn} by={updatedBy} />,
  },
  {
    id: 'lastRunOn',
    header: 'Last Run',
    minWidth: '150px',
    grow: 0,
    sortable: true,
    cell: ({ lastRunOn }) => <Day moment={lastRunOn} />,
  },
  {
    id: 'schedule',
    header: 'Schedule',
    minWidth: '212px',
    grow: 2,
    sortable: true,
    cell: (alert) => <ScheduleIndicator alert={alert} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    minWidth: '140px',
    grow: 0,
    numeric: true,
    isFixed: true,
    cell: (alert) => <AlertRowActions alert={alert} />,
  },
];

/** An alert as a card, on narrow windows. */
export const AlertCard = ({ alert }: { alert: AlertListRow }) => (
  <CardListItem
    row={alert}
    title={<AlertLink alert={alert} />}
    subtitle={`${alertTypeLabels[alert.$type]} · ${alert.createdBy}`}
    aside={null}
  >
    <Rule alert={alert} />
    <Flex mt="2">
      <ScheduleIndicator alert={alert} />
    </Flex>
    <Text mt="2" textStyle="small" color="textMuted">
      Updated <Day moment={alert.updatedOn} by={alert.updatedBy} /> · Last run{' '}
      <Day moment={alert.lastRunOn} />
    </Text>
    <AlertCardActions alert={alert} />
  </CardListItem>
);

import { describeSendDays } from '@readerlens/contract/activity-reports';
import type { ListColumn } from '@readerlens/filters/list';
import { Badge, Box, Button, CardListItem, Flex, IconButton, OfferedLink, Span, Text } from '@readerlens/ui';
import dayjs from 'dayjs';
import { Pencil, Trash2 } from 'lucide-react';
import { useContext } from 'react';
import { personName } from '../../person/person.ts';
import { ReportIcon, reportTypeText } from '../report-icon.tsx';
import { ShortList, listPlaces } from '../short-list.tsx';
import type { ReportConfig } from '../reports.queries.ts';
import { DeleteConfigContext } from './use-delete-config.ts';

interface Props {
  config: ReportConfig;
}

const Contact = ({ config }: Props) => (
  <>
    <OfferedLink to={config.editUrl}>{personName(config)}</OfferedLink>
    <br />
    <Span textStyle="caption" color="textMuted" overflowWrap="anywhere">
      {config.email}
    </Span>
  </>
);

/** Green while reports are sent, gray while not. */
const Schedule = ({ config: { scheduleClass, scheduleTooltip, sendDays } }: Props) => {
  const isActive = scheduleClass === 'active';
  return (
    <Flex as="span" align="center" gap="2" title={scheduleTooltip}>
      <Box
        as="span"
        role="img"
        aria-label={isActive ? 'Schedule Active' : 'Schedule Inactive'}
        width="10px"
        height="10px"
        flex="none"
        borderRadius="full"
        background={isActive ? 'positive' : 'textSubtle'}
      />
      <Span whiteSpace="normal">{describeSendDays(sendDays)}</Span>
    </Flex>
  );
};

const Problem = ({ config: { problem } }: Props) =>
  problem !== null && (
    <Badge tone="negative" my="1" whiteSpace="normal">
      {problem}
    </Badge>
  );

const lastSent = ({ lastSentOn }: ReportConfig): string =>
  lastSentOn === null ? 'Never' : dayjs(lastSentOn).format('MMM D, YYYY');

const RowActions = ({ config }: Props) => {
  const actions = useContext(DeleteConfigContext);
  if (!actions || !config.editable) return null;
  return (
    <Flex justify="flex-end">
      <OfferedLink to={config.editUrl} otherwise={null} aria-label={`Edit ${personName(config)}`}>
        <Flex as="span" width="34px" minH="34px" align="center" justify="center">
          <Pencil size={15} aria-hidden="true" />
        </Flex>
      </OfferedLink>
      <IconButton
        size="sm"
        label={`Delete ${personName(config)}`}
        icon={<Trash2 size={15} aria-hidden="true" />}
        disabled={actions.busy === config.id}
        onClick={() => actions.remove(config)}
      />
    </Flex>
  );
};

/** The columns of the list. */
export const configColumns: readonly ListColumn<ReportConfig>[] = [
  {
    id: 'reportType',
    header: 'Type',
    minWidth: '72px',
    grow: 0,
    isFixed: true,
    sortable: true,
    cell: (config) => <ReportIcon report={config} />,
  },
  {
    id: 'contact',
    header: 'Contact',
    minWidth: '200px',
    grow: 3,
    isFixed: true,
    sortable: true,
    cell: (config) => <Contact config={config} />,
  },
  {
    id: 'places',
    header: 'Clients/Communities',
    minWidth: '180px',
    grow: 3,
    cell: (config) => <ShortList names={listPlaces(config)} />,
  },
  {
    id: 'schedule',
    header: 'Schedule',
    minWidth: '150px',
    grow: 1,
    sortable: true,
    cell: (config) => (
      <>
        <Schedule config={config} />
        <Problem config={config} />
      </>
    ),
  },
  { id: 'lastSentOn', header: 'Last sent', minWidth: '120px', grow: 0, sortable: true, cell: lastSent },
  {
    id: 'actions',
    header: 'Actions',
    minWidth: '92px',
    grow: 0,
    numeric: true,
    isFixed: true,
    cell: (config) => <RowActions config={config} />,
  },
];

const CardDelete = ({ config }: Props) => {
  const actions = useContext(DeleteConfigContext);
  if (!actions || !config.editable) return null;
  return (
    <Button
      mt="3"
      size="sm"
      aria-label={`Delete ${personName(config)}`}
      icon={<Trash2 size={14} aria-hidden="true" />}
      disabled={actions.busy === config.id}
      onClick={() => actions.remove(config)}
    >
      Delete
    </Button>
  );
};

/** A configuration as a card, on narrow windows. */
export const ConfigCard = ({ config }: Props) => (
  <CardListItem
    row={config}
    title={<OfferedLink to={config.editUrl}>{personName(config)}</OfferedLink>}
    subtitle={config.email}
    aside={<ReportIcon report={config} />}
  >
    <Flex mt="2" columnGap="3" rowGap="1" wrap="wrap" textStyle="small">
      <span>{reportTypeText(config)}</span>
      <Schedule config={config} />
    </Flex>
    <Text textStyle="small">
      <ShortList names={listPlaces(config)} />
    </Text>
    <Text textStyle="small">
      <Span color="textMuted">Last sent: </Span>
      {lastSent(config)}
    </Text>
    <Problem config={config} />
    <CardDelete config={config} />
  </CardListItem>
);

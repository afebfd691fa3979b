import { api } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import {
  ActionRefusal,
  Button,
  Card,
  Flex,
  LoadError,
  RowList,
  Skeleton,
  Span,
  confirm,
  toast,
} from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { countText, formatMoment } from '@readerlens/ui/parts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import { deliveriesQuery, refreshReports } from '../reports.queries.ts';
import type { ReportDelivery, ReportDetails } from '../reports.queries.ts';
import { DeliveryContentDialog } from './delivery-content.dialog.tsx';
import { StateBadge } from './state-badge.tsx';

interface Row {
  delivery: ReportDelivery;
}

const formatTime = ({ sentOn, nextAttemptOn, createdOn, state }: ReportDelivery): string => {
  if (sentOn !== null) return formatMoment(sentOn);
  if (state === 'queued' && nextAttemptOn !== null) return `Next attempt ${formatMoment(nextAttemptOn)}`;
  return formatMoment(createdOn);
};

/** What the server said, or why there was no response. */
const Response = ({ delivery: { responseStatus, response, error } }: Row) => {
  const text = [responseStatus, error ?? response].filter((part) => part !== null && part !== '').join(' ');
  return text === '' ? (
    <Span color="textMuted">None</Span>
  ) : (
    <Span textStyle="small" overflowWrap="anywhere" lineClamp={3} title={text}>
      {text}
    </Span>
  );
};

const questions = {
  mail: {
    title: 'Send this email again?',
    message: 'The present contact of the report gets it, with what its user may see now.',
  },
  webhook: {
    title: 'Send this message again?',
    message: 'The receiver gets the same content with the same webhook-id.',
  },
} as const;

const useReplay = () => {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (id: string) =>
      (await api('POST /api/activity-report-delivery/{id}/replay', { params: { id } })).data,
    onSuccess: ({ channel }) =>
      void toast.success(`The ${channel === 'mail' ? 'email' : 'message'} is being sent again.`),
    onSettled: () => refreshReports(queryClient),
  });
  const replay = async ({ id, channel }: ReportDelivery) => {
    const isSure = await confirm({ ...questions[channel], confirmLabel: 'Send again' });
    if (isSure) mutate(id);
  };
  return { isPending, refusal: error, replay };
};

const Recipient = ({ delivery: { recipient, subject } }: Row) => (
  <>
    <Span overflowWrap="anywhere">{recipient}</Span>
    <br />
    <Span textStyle="caption" color="textMuted">
      {subject}
    </Span>
  </>
);

interface LogActions {
  isBusy: boolean;
  show: (delivery: ReportDelivery) => void;
  replay: (delivery: ReportDelivery) => Promise<void>;
}
const LogActionsContext = createContext<LogActions | undefined>(undefined);

const Actions = ({ delivery }: Row) => {
  const actions = useContext(LogActionsContext);
  if (!actions) return null;
  const { isBusy, show, replay } = actions;
  return (
    <Flex gap="2" wrap="wrap">
      <Button size="sm" aria-label={`View ${delivery.subject}`} onClick={() => show(delivery)}>
        View
      </Button>
      {delivery.canReplay && (
        <Button
          size="sm"
          aria-label={`Send ${delivery.subject} again`}
          disabled={isBusy}
          onClick={() => void replay(delivery)}
        >
          Send again
        </Button>
      )}
    </Flex>
  );
};

const columns: readonly TableColumn<ReportDelivery>[] = [
  {
    id: 'recipient',
    header: 'Recipient',
    minWidth: '170px',
    cell: (delivery) => <Recipient delivery={delivery} />,
  },
  { id: 'state', header: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { id: 'time', header: 'Time', minWidth: '160px', cell: formatTime },
  { id: 'attempts', header: 'Attempts', numeric: true, cell: ({ attempts }) => attempts },
  {
    id: 'response',
    header: 'Server response',
    minWidth: '180px',
    cell: (delivery) => <Response delivery={delivery} />,
  },
  { id: 'actions', header: 'Actions', cell: (delivery) => <Actions delivery={delivery} /> },
];

/** The mails or webhook messages of a run, with the responses of the servers. */
export const DeliveryLog = ({ run }: { run: ReportDetails }) => {
  const params = { configId: run.activityReportConfigId, reportId: run.id };
  const { data, error, refetch } = useQuery(deliveriesQuery(params, useViewer()));
  const [shown, setShown] = useState<ReportDelivery>();
  const { isPending, refusal, replay } = useReplay();
  return (
    <Card
      title="Deliveries"
      aria-label="Deliveries"
      subtitle={data && countText(data.length, run.reportType === 3 ? 'message' : 'email')}
    >
      {data && (
        <LogActionsContext value={{ isBusy: isPending, show: setShown, replay }}>
          <RowList
            caption="Deliveries of the report"
            columns={columns}
            rows={data}
            rowKey={({ id }) => id}
            empty={run.totalMatched === 0 ? 'There was nothing to send.' : 'No deliveries are recorded.'}
          />
          <ActionRefusal error={refusal} />
        </LogActionsContext>
      )}
      {!data &&
        (error ? (
          <LoadError
            error={error}
            refused="You do not have access to these deliveries"
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton height="120px" />
        ))}
      <DeliveryContentDialog delivery={shown} onClose={() => setShown(undefined)} />
    </Card>
  );
};

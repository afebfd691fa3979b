import type { CallData, Calls } from '@readerlens/contract/client';
import type { ReviewDecisionAction } from '@readerlens/contract/review';
import { Box, Button, Dialog, ErrorState, Table, Text, confirm, useIsNarrow } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { decisionsQuery } from '../activities/activities.queries.ts';
import type { Viewer } from '../activities/activities.queries.ts';
import { momentText } from '../activities/moment-text.ts';

type PastDecision = CallData<Calls['GET /api/review-activities/decisions']>[number];

const actionText: Record<ReviewDecisionAction, string> = {
  Approved: 'Approved',
  Rejected: 'Rejected',
  ExcludedAndRejected: 'Excluded & rejected',
};

const counted = (count: number) => count.toLocaleString('en-US');

const what = ({ action, activities }: PastDecision) =>
  `${actionText[action]}, ${counted(activities)} ${activities === 1 ? 'activity' : 'activities'}`;

const askToReverse = (decision: PastDecision) =>
  confirm({
    title: 'Reverse this decision?',
    message:
      `${what(decision)}, by ${decision.by} on ${momentText(decision.at)}. ` +
      'The activities get the status from before it' +
      (decision.emailsExcluded > 0
        ? `, and ${counted(decision.emailsExcluded)} excluded email(s) are admitted again.`
        : '.'),
    confirmLabel: 'Reverse',
  });

type Reverse = (id: string) => void;

const ReverseButton = ({
  decision,
  onReverse,
}: {
  decision: PastDecision;
  onReverse: Reverse | undefined;
}) => {
  const reverse = async () => {
    if (await askToReverse(decision)) onReverse?.(decision.id);
  };
  return (
    <Button
      size="sm"
      disabled={!onReverse}
      aria-label={`Reverse: ${what(decision)}, ${momentText(decision.at)}`}
      onClick={() => void reverse()}
    >
      Reverse
    </Button>
  );
};

/** What became of a decision. It takes the focus from the button that it stands in for. */
const State = ({ decision, onReverse }: { decision: PastDecision; onReverse: Reverse | undefined }) => {
  const { reversedAt, reversedBy } = decision;
  const place = useRef<HTMLDivElement>(null);
  const [initially] = useState(reversedAt);
  useEffect(() => {
    if (reversedAt !== initially && document.activeElement === document.body) place.current?.focus();
  }, [reversedAt, initially]);
  return (
    <Box ref={place} tabIndex={-1} outline="none" color="textMuted">
      {reversedAt ? (
        `Reversed by ${reversedBy ?? 'somebody'}, ${momentText(reversedAt)}`
      ) : (
        <ReverseButton {...{ decision, onReverse }} />
      )}
    </Box>
  );
};

const stateColumn = (onReverse: Reverse | undefined): TableColumn<PastDecision> => ({
  id: 'state',
  header: 'State',
  cell: (decision) => <State {...{ decision, onReverse }} />,
});

/** On a phone, where the button that reverses would be out of sight. */
const twoColumns = (onReverse: Reverse | undefined): TableColumn<PastDecision>[] => [
  {
    id: 'action',
    header: 'Decision',
    cell: (decision) => (
      <>
        <Text fontWeight="medium">{what(decision)}</Text>
        {decision.emailsExcluded > 0 && (
          <Text>{`${counted(decision.emailsExcluded)} email(s) excluded`}</Text>
        )}
        <Text color="textMuted">{`${decision.by}, ${momentText(decision.at)}`}</Text>
      </>
    ),
  },
  stateColumn(onReverse),
];

const columnsWith = (onReverse: Reverse | undefined): TableColumn<PastDecision>[] => [
  { id: 'at', header: 'When', minWidth: '175px', cell: ({ at }) => momentText(at) },
  { id: 'by', header: 'Who', minWidth: '110px', cell: ({ by }) => by },
  { id: 'action', header: 'Decision', cell: ({ action }) => actionText[action] },
  { id: 'activities', header: 'Activities', numeric: true, cell: ({ activities }) => counted(activities) },
  {
    id: 'emails',
    header: 'Emails excluded',
    numeric: true,
    cell: ({ emailsExcluded }) => counted(emailsExcluded),
  },
  stateColumn(onReverse),
];

interface Props {
  open: boolean;
  onClose: () => void;
  viewer: Viewer;
  /** Undefined while another decision is on its way. */
  onReverse: Reverse | undefined;
}

const Decisions = ({ viewer, onReverse }: Pick<Props, 'viewer' | 'onReverse'>) => {
  const query = useQuery(decisionsQuery(viewer));
  const narrow = useIsNarrow();
  const columns = useMemo(() => (narrow ? twoColumns : columnsWith)(onReverse), [narrow, onReverse]);
  if (query.error && !query.data) {
    return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
  }
  return (
    <Table
      caption="Recent decisions"
      columns={columns}
      rows={query.data ?? []}
      rowKey={({ id }) => id}
      loadingRows={query.data ? undefined : 5}
      empty="Nothing was decided in the last 30 days."
    />
  );
};

/** The decisions of the last 30 days, each with the way to take it back. */
export const RecentDecisionsDialog = ({ open, onClose, viewer, onReverse }: Props) => (
  <Dialog
    open={open}
    onClose={onClose}
    size="lg"
    title="Recent decisions"
    description="Decisions of the last 30 days, by everybody who reviews."
  >
    <Box mt="3" mb="4">
      {open && <Decisions {...{ viewer, onReverse }} />}
    </Box>
  </Dialog>
);

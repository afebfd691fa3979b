import { countText } from '@readerlens/contract/numbers';
import type { Viewer } from '@readerlens/auth/react';
import {
  Box,
  Button,
  Dialog,
  ErrorState,
  Flex,
  Span,
  Table,
  Text,
  confirm,
  useIsNarrow,
} from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Decisions as DecisionList } from '../activities/activities.queries.ts';
import { decisionsQuery, fetchOlder } from '../activities/activities.queries.ts';
import { momentText } from '../activities/moment-text.ts';
import { isFocusLost } from './is-focus-lost.ts';
import { MoreDecisions } from './more-decisions.tsx';
import { formatSummary, formatOthers, formatSubject, formatAction } from './past-decision.ts';
import type { PastDecision } from './past-decision.ts';

const confirmReversal = (decision: PastDecision) =>
  confirm({
    title: 'Reverse this decision?',
    message:
      `${formatSummary(decision)}, by ${decision.by}. The activities return to their previous status` +
      (decision.emailsExcluded > 0
        ? `, and ${countText(decision.emailsExcluded, 'email is', 'emails are')} no longer excluded.`
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
    if (onReverse && (await confirmReversal(decision))) onReverse(decision.id);
  };
  // Not disabled while a decision is saved: the closed question could not return the focus to it.
  return (
    <Button
      size="sm"
      aria-disabled={!onReverse}
      aria-label={`Reverse: ${formatSummary(decision)}`}
      onClick={() => void reverse()}
    >
      Reverse
    </Button>
  );
};

/** The state of a decision. 'Reversed by' replaces the button and takes over its focus. */
const State = ({ decision, onReverse }: { decision: PastDecision; onReverse: Reverse | undefined }) => {
  const { reversedAt, reversedBy } = decision;
  const container = useRef<HTMLDivElement>(null);
  const [initially] = useState(reversedAt);
  // Before the dialog sees that the button is gone, and moves the focus elsewhere.
  useLayoutEffect(() => {
    if (reversedAt !== initially && isFocusLost(container.current)) container.current?.focus();
  }, [reversedAt, initially]);
  return (
    <Box ref={container} tabIndex={-1} outline="none" color="textMuted">
      {reversedAt ? (
        `Reversed by ${reversedBy ?? 'an unknown user'}, ${momentText(reversedAt)}`
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

/** What was decided; `children` say on which activities. */
const DecisionText = ({ decision, children }: { decision: PastDecision; children: ReactNode }) => (
  <>
    <Text fontWeight="medium">{formatAction(decision)}</Text>
    {children}
    {decision.emailsExcluded > 0 && (
      <Text>{`${countText(decision.emailsExcluded, 'email', 'emails')} excluded`}</Text>
    )}
  </>
);

/** Truncated to one line, so that it does not widen the table; the number of others stays visible. */
const Subject = ({ decision }: { decision: PastDecision }) => (
  <Flex width="0" minWidth="100%">
    <Span truncate title={formatSubject(decision)}>
      {formatSubject(decision)}
    </Span>
    <Span flexShrink="0" whiteSpace="pre">
      {formatOthers(decision)}
    </Span>
  </Flex>
);

/** On narrow windows, where the reverse button would otherwise be off screen. */
const narrowColumns = (onReverse: Reverse | undefined): TableColumn<PastDecision>[] => [
  {
    id: 'action',
    header: 'Decision',
    cell: (decision) => (
      <>
        <DecisionText decision={decision}>
          <Text overflowWrap="anywhere">{formatSubject(decision) + formatOthers(decision)}</Text>
        </DecisionText>
        <Text color="textMuted">
          {`${decision.by}, `}
          <Span whiteSpace="nowrap">{momentText(decision.at)}</Span>
        </Text>
      </>
    ),
  },
  stateColumn(onReverse),
];

const wideColumns = (onReverse: Reverse | undefined): TableColumn<PastDecision>[] => [
  {
    id: 'at',
    header: 'When and who',
    minWidth: '175px',
    cell: ({ at, by }) => (
      <>
        <Text>{momentText(at)}</Text>
        <Text color="textMuted">{by}</Text>
      </>
    ),
  },
  {
    id: 'action',
    header: 'Decision',
    width: '100%',
    cell: (decision) => (
      <DecisionText decision={decision}>
        <Subject decision={decision} />
      </DecisionText>
    ),
  },
  { ...stateColumn(onReverse), minWidth: '170px' },
];

/**
 * Recent decisions, and a mutation that loads older ones. The shell does not share useInfiniteQuery: every first load
 * would include it just for this dialog.
 */
const useRecentDecisions = (viewer: Viewer) => {
  const queryClient = useQueryClient();
  const options = decisionsQuery(viewer);
  const query = useQuery(options);
  const older = useMutation({
    mutationFn: (shown: DecisionList) => fetchOlder(shown),
    // If the list was refetched meanwhile, it is newer than the one this page continues, so keep it.
    onSuccess: (read, shown) =>
      queryClient.setQueryData(options.queryKey, (now) => (now === shown ? read : now)),
  });
  return { query, older };
};

interface Props {
  open: boolean;
  onClose: () => void;
  viewer: Viewer;
  /** Undefined while another decision or reversal is being saved. */
  onReverse: Reverse | undefined;
}

const Decisions = ({ viewer, onReverse }: Pick<Props, 'viewer' | 'onReverse'>) => {
  const { query, older } = useRecentDecisions(viewer);
  const narrow = useIsNarrow();
  const columns = useMemo(() => (narrow ? narrowColumns : wideColumns)(onReverse), [narrow, onReverse]);
  if (query.error && !query.data) {
    return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
  }
  return (
    <>
      <Table
        caption="Recent decisions"
        columns={columns}
        rows={query.data?.list ?? []}
        rowKey={({ id }) => id}
        loadingRows={query.data ? undefined : 5}
        empty="No decisions in the last 30 days."
      />
      <MoreDecisions
        hasMore={query.data?.hasMore ?? false}
        loading={older.isPending}
        error={older.error}
        onMore={() => query.data && older.mutate(query.data)}
      />
    </>
  );
};

/** The decisions of the last 30 days, each with a button to reverse it. */
export const RecentDecisionsDialog = ({ open, onClose, viewer, onReverse }: Props) => (
  <Dialog
    open={open}
    onClose={onClose}
    size="lg"
    title="Recent decisions"
    description="Decisions by all reviewers in the last 30 days."
  >
    <Box mt="3" mb="4">
      {open && <Decisions {...{ viewer, onReverse }} />}
    </Box>
  </Dialog>
);

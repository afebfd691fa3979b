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
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Viewer } from '../activities/activities.queries.ts';
import { momentText } from '../activities/moment-text.ts';
import { MoreDecisions } from './more-decisions.tsx';
import { counted, lineOf, othersOf, subjectOf, whatOf } from './past-decision.ts';
import type { PastDecision } from './past-decision.ts';
import { useRecentDecisions } from './use-recent-decisions.ts';

const askToReverse = (decision: PastDecision) =>
  confirm({
    title: 'Reverse this decision?',
    message:
      `${lineOf(decision)}, by ${decision.by}. The activities get the status from before it` +
      (decision.emailsExcluded > 0
        ? `, and ${counted(decision.emailsExcluded, 'excluded email is', 'excluded emails are')} admitted again.`
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
  const button = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  // A reversal that was refused is offered again, in the place where one was.
  useEffect(() => {
    if (!onReverse || !asked.current) return;
    asked.current = false;
    if (document.activeElement === document.body) button.current?.focus();
  }, [onReverse]);
  const reverse = async () => {
    if (!(await askToReverse(decision))) return;
    asked.current = true;
    onReverse?.(decision.id);
  };
  return (
    <Button
      ref={button}
      size="sm"
      disabled={!onReverse}
      aria-label={`Reverse: ${lineOf(decision)}`}
      onClick={() => void reverse()}
    >
      Reverse
    </Button>
  );
};

/** The outcome of a decision. It replaces the button and takes over its focus. */
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

/** What was decided; `children` tells on what. */
const Decided = ({ decision, children }: { decision: PastDecision; children: ReactNode }) => (
  <>
    <Text fontWeight="medium">{whatOf(decision)}</Text>
    {children}
    {decision.emailsExcluded > 0 && (
      <Text>{`${counted(decision.emailsExcluded, 'email', 'emails')} excluded`}</Text>
    )}
  </>
);

/** In one line, cut off where it is too long: it makes the table no wider, and the others stay in sight. */
const Subject = ({ decision }: { decision: PastDecision }) => (
  <Flex width="0" minWidth="100%">
    <Span truncate title={subjectOf(decision)}>
      {subjectOf(decision)}
    </Span>
    <Span flexShrink="0" whiteSpace="pre">
      {othersOf(decision)}
    </Span>
  </Flex>
);

/** On a phone, where the button that reverses would be out of sight. */
const twoColumns = (onReverse: Reverse | undefined): TableColumn<PastDecision>[] => [
  {
    id: 'action',
    header: 'Decision',
    cell: (decision) => (
      <>
        <Decided decision={decision}>
          <Text overflowWrap="anywhere">{subjectOf(decision) + othersOf(decision)}</Text>
        </Decided>
        <Text color="textMuted">
          {`${decision.by}, `}
          <Span whiteSpace="nowrap">{momentText(decision.at)}</Span>
        </Text>
      </>
    ),
  },
  stateColumn(onReverse),
];

const columnsWith = (onReverse: Reverse | undefined): TableColumn<PastDecision>[] => [
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
      <Decided decision={decision}>
        <Subject decision={decision} />
      </Decided>
    ),
  },
  { ...stateColumn(onReverse), minWidth: '170px' },
];

interface Props {
  open: boolean;
  onClose: () => void;
  viewer: Viewer;
  /** Undefined while another decision is on its way. */
  onReverse: Reverse | undefined;
}

const Decisions = ({ viewer, onReverse }: Pick<Props, 'viewer' | 'onReverse'>) => {
  const { query, older } = useRecentDecisions(viewer);
  const narrow = useIsNarrow();
  const columns = useMemo(() => (narrow ? twoColumns : columnsWith)(onReverse), [narrow, onReverse]);
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
        empty="Nothing was decided in the last 30 days."
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

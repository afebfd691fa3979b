import { useViewer } from '@readerlens/auth/react';
import { auditActions } from '@readerlens/contract/audit';
import type { AuditAction } from '@readerlens/contract/audit';
import { fileFailedMessage } from '@readerlens/contract/messages';
import {
  ListStates,
  ListTable,
  ListToolbar,
  useFileExport,
  useListLayout,
  useListSearch,
  useListView,
} from '@readerlens/filters/list';
import {
  Box,
  Button,
  DateField,
  EmptyState,
  FillPage,
  Flex,
  PageHeader,
  SelectField,
  Stack,
} from '@readerlens/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { auditAddress, maxQueryLength } from './audit-address.ts';
import type { AuditView } from './audit-address.ts';
import { AuditCard, auditColumns } from './audit-entry.tsx';
import { auditQuery, requestAuditFile } from './audit.queries.ts';
import type { AuditEntry } from './audit.queries.ts';

const actionOptions = Object.entries(auditActions).map(([value, label]) => ({ value, label }));
const newestFirst = { column: 'at', descending: true } as const;
const renderCard = (entry: AuditEntry) => <AuditCard entry={entry} />;
const rowKey = ({ id }: AuditEntry) => id;
const everything: AuditView = { query: '', action: null, from: null, to: null };

const useAuditLog = () => {
  const { view, show } = useListView(auditAddress);
  const viewer = useViewer();
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(auditQuery(view, viewer));
  return {
    view,
    show,
    list: {
      rows: data?.pages.flatMap(({ items }) => items) ?? [],
      isLoading: isPending,
      error,
      retry: () => void refetch(),
    },
    older: hasNextPage ? { isLoading: isFetchingNextPage, load: () => void fetchNextPage() } : undefined,
  };
};

type AuditLog = ReturnType<typeof useAuditLog>;

const Filters = ({ view, show }: Pick<AuditLog, 'view' | 'show'>) => (
  <>
    <Box flex="1 1 200px" maxW={{ md: '240px' }}>
      <SelectField
        label="Action"
        hideLabel
        placeholder="All actions"
        options={actionOptions}
        value={view.action ?? ''}
        onChange={({ target }) => show({ action: (target.value || null) as AuditAction | null })}
      />
    </Box>
    <Flex gap="2" flex="0 1 300px">
      <DateField
        label="From"
        hideLabel
        value={view.from}
        onChange={(from) => show({ from })}
        {...(view.to ? { max: view.to } : {})}
      />
      <DateField
        label="To"
        hideLabel
        value={view.to}
        onChange={(to) => show({ to })}
        {...(view.from ? { min: view.from } : {})}
      />
    </Flex>
  </>
);

const AuditList = ({ log: { view, show, list, older } }: { log: AuditLog }) => {
  const search = useListSearch({ view, show: ({ query }, options) => show({ query }, options) });
  const layout = useListLayout('audit-log', auditColumns);
  const showAll = () => {
    search.text.search('');
    show(everything);
  };
  const isFiltered = auditAddress.write(view, '') !== auditAddress.write(everything, '');
  return (
    <Stack gap="3" data-fill="">
      <ListToolbar
        {...{ search, layout }}
        isLoading={list.isLoading}
        label="Search by name or email"
        placeholder="Name or email"
        maxLength={maxQueryLength}
        columns={auditColumns}
      >
        <Filters {...{ view, show }} />
      </ListToolbar>
      <ListStates
        list={list}
        refused="You do not have access to the audit log"
        empty={
          <EmptyState
            message={isFiltered ? 'No event matches the filters.' : 'There are no events yet.'}
            action={isFiltered && <Button onClick={showAll}>Show all events</Button>}
          />
        }
      >
        <ListTable
          caption="Events"
          rows={list.rows}
          columns={layout.columns}
          density={layout.density}
          rowKey={rowKey}
          renderCard={renderCard}
          sort={newestFirst}
          sortColumns={['at']}
          onSort={undefined}
          loadingRows={list.isLoading ? 10 : undefined}
          loadingHeight="132px"
        />
        {older && (
          <Flex justify="center">
            <Button onClick={older.load} loading={older.isLoading}>
              Show older events
            </Button>
          </Flex>
        )}
      </ListStates>
    </Stack>
  );
};

/** Where administrators see who changed what, for whom. */
export const AuditLogScreen = () => {
  const log = useAuditLog();
  const file = useFileExport<'xlsx'>({ onLeave: 'finish' });
  return (
    <FillPage>
      <PageHeader
        title="Audit Log"
        actions={
          <Button
            icon={<Download size={15} aria-hidden="true" />}
            loading={file.run !== undefined}
            onClick={() =>
              file.start({
                kind: 'xlsx',
                request: ({ signal }) => requestAuditFile(log.view, signal),
                chooseFileName: () => 'Audit_Log.xlsx',
                failed: (reason) => fileFailedMessage('The file', reason),
              })
            }
          >
            Export
          </Button>
        }
      />
      <AuditList log={log} />
    </FillPage>
  );
};

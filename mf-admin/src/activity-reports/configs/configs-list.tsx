import { ListPager, ListStates, ListTable, useListPage, useListView } from '@readerlens/filters/list';
import { EmptyState, Flex, LinkButton, Stack, useListTop, useOffers } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { newReportPath } from '../report-paths.ts';
import { configsQuery } from '../reports.queries.ts';
import type { ReportConfig } from '../reports.queries.ts';
import { useViewer } from '../use-viewer.ts';
import { ConfigCard, configColumns } from './config-rows.tsx';
import { configPageSizes, configSortColumns, readConfigsView, writeConfigsView } from './configs-address.ts';
import { DeleteConfigContext, useDeleteConfig } from './use-delete-config.ts';

const rowKey = ({ id }: ReportConfig) => id;
const cardOf = (config: ReportConfig) => <ConfigCard config={config} />;

const NewReport = ({ userId }: { userId: string }) => {
  const path = newReportPath(userId);
  return useOffers()(path) ? (
    <Flex justify="flex-end">
      <LinkButton to={path} variant="primary" icon={<Plus size={15} aria-hidden="true" />}>
        New Activity Report
      </LinkButton>
    </Flex>
  ) : null;
};

const Rows = ({ userId }: { userId: string }) => {
  const { view, show } = useListView(readConfigsView, writeConfigsView);
  const onPage = useCallback((page: number) => show({ page }, { replace: true }), [show]);
  const query = useQuery(configsQuery(userId, view, useViewer()));
  const list = useListPage<ReportConfig>(query, { ...view, onPage });
  const [section, setSection] = useState<HTMLElement | null>(null);
  useListTop(section, view);
  const { rows, total, isLoading } = list;
  return (
    <Stack gap="3" ref={setSection} scrollMarginTop="3">
      <ListStates
        list={list}
        refused="You do not have access to these activity reports"
        empty={
          <EmptyState
            title="No activity reports yet"
            message="A report sends new activities to a contact on chosen weekdays."
          />
        }
      >
        <ListTable
          caption="Activity report configurations"
          rows={rows}
          columns={configColumns}
          density="comfortable"
          rowKey={rowKey}
          cardOf={cardOf}
          sort={view.sort}
          sortColumns={configSortColumns}
          onSort={(sort) => show({ sort, page: 1 })}
          loadingRows={isLoading ? Math.min(view.size, total ?? 3) : undefined}
          loadingHeight="132px"
        />
        {(total ?? 0) > configPageSizes[0] && (
          <ListPager label="Pages of activity reports" sizes={configPageSizes} {...{ view, total, show }} />
        )}
      </ListStates>
    </Stack>
  );
};

/** The activity report configurations of a user. */
export const ConfigsList = ({ userId, mayChange }: { userId: string; mayChange: boolean }) => {
  const actions = useDeleteConfig();
  return (
    <DeleteConfigContext value={mayChange ? actions : undefined}>
      <Stack gap="4">
        {mayChange && <NewReport userId={userId} />}
        <Rows userId={userId} />
      </Stack>
    </DeleteConfigContext>
  );
};

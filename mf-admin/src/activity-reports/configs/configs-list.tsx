import { useViewer } from '@readerlens/auth/react';
import { ListRows, pageSizes, useListPage, useListView } from '@readerlens/filters/list';
import { EmptyState, LinkButton, Stack, useListTop, useOffers } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { newReportPath } from '../report-paths.ts';
import { configsQuery } from '../reports.queries.ts';
import type { ReportConfig } from '../reports.queries.ts';
import { ConfigCard, configColumns } from './config-rows.tsx';
import { configsAddress } from './configs-address.ts';
import { DeleteConfigContext, useDeleteConfig } from './use-delete-config.ts';

const rowKey = ({ id }: ReportConfig) => id;
const renderCard = (config: ReportConfig) => <ConfigCard config={config} />;

/** Opens the form of a new report of a user. */
export const NewReport = ({ userId }: { userId: string }) => {
  const path = newReportPath(userId);
  return useOffers()(path) ? (
    <LinkButton to={path} variant="primary" icon={<Plus size={15} aria-hidden="true" />}>
      New Activity Report
    </LinkButton>
  ) : null;
};

const Rows = ({ userId }: { userId: string }) => {
  const { view, show } = useListView(configsAddress);
  const query = useQuery(configsQuery(userId, view, useViewer()));
  const list = useListPage<ReportConfig>(query, { ...view, show });
  const [section, setSection] = useState<HTMLElement | null>(null);
  useListTop(section, view);
  return (
    <Stack gap="3" ref={setSection} scrollMarginTop="3">
      <ListRows
        {...{ list, view, show, rowKey, renderCard: renderCard }}
        rules={configsAddress.rules}
        caption="Activity report configurations"
        pages={(list.total ?? 0) > pageSizes[0] ? 'Pages of activity reports' : undefined}
        columns={configColumns}
        density="comfortable"
        firstRows={3}
        loadingHeight="132px"
        refused="You do not have access to these activity reports"
        empty={
          <EmptyState
            title="No activity reports yet"
            message="A report sends new activities to a contact on chosen weekdays."
          />
        }
      />
    </Stack>
  );
};

/** The activity report configurations of a user. */
export const ConfigsList = ({ userId, mayChange }: { userId: string; mayChange: boolean }) => {
  const actions = useDeleteConfig();
  return (
    <DeleteConfigContext value={mayChange ? actions : undefined}>
      <Rows userId={userId} />
    </DeleteConfigContext>
  );
};

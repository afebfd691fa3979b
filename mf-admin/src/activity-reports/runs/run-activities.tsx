import { useViewer } from '@readerlens/auth/react';
import { Card, LoadError, OfferedLink, Pagination, RowList, Skeleton } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { listAddress, useListView } from '@readerlens/filters/list';
import { runActivityColumns } from '@readerlens/filters/runs';
import { activityOfRunPath } from '../report-paths.ts';
import { sentText } from './run-text.ts';
import { runActivitiesQuery } from '../reports.queries.ts';
import type { ReportActivity, ReportDetails } from '../reports.queries.ts';

const sizes = [25, 50, 100] as const;
const address = listAddress({
  sortColumns: ['date'],
  sizes,
  start: { sort: { column: 'date', descending: true }, page: 1, size: 25 },
});

const buildColumns = ({ activityReportConfigId, id }: ReportDetails) =>
  runActivityColumns<ReportActivity>({
    activity: ({ docTitle, qualifiedId }) => (
      <OfferedLink to={activityOfRunPath(activityReportConfigId, id, qualifiedId)}>{docTitle}</OfferedLink>
    ),
    reader: ({ fullName }) => fullName,
    company: ({ company }) => company,
    portal: ({ portal }) => portal,
  });

/** The activities of a run that the user may see now, each linked to its page. */
export const RunActivities = ({ run }: { run: ReportDetails }) => {
  const { view, show } = useListView(address);
  const { page, size } = view;
  const params = { configId: run.activityReportConfigId, reportId: run.id };
  const { data, error, refetch } = useQuery(runActivitiesQuery(params, view, useViewer()));
  return (
    <Card
      title="Activities"
      aria-label="Activities"
      subtitle={data && sentText(run.recordsCount, data.total)}
    >
      {data && (
        <>
          <RowList
            caption="Activities of the report"
            columns={buildColumns(run)}
            rows={data.items}
            rowKey={({ qualifiedId }) => qualifiedId}
            empty="No activities"
          />
          {data.total > sizes[0] && (
            <Pagination
              label="Pages of activities"
              {...{ page, size, sizes }}
              total={data.total}
              onPage={(to) => show({ page: to })}
              onSize={(to) => show({ size: to, page: 1 })}
            />
          )}
        </>
      )}
      {!data &&
        (error ? (
          <LoadError
            error={error}
            refused="You do not have access to these activities"
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton height="160px" />
        ))}
    </Card>
  );
};

import { useViewer } from '@readerlens/auth/react';
import {
  ListRows,
  ListToolbar,
  useListLayout,
  useListPage,
  useListSearch,
  useListView,
} from '@readerlens/filters/list';
import { maxQueryLength } from '@readerlens/filters/runs';
import {
  Button,
  EmptyState,
  FillPage,
  LinkButton,
  PageHeader,
  Span,
  Stack,
  Switch,
  useListTop,
  useOffers,
} from '@readerlens/ui';
import { ScopeBadge, countText } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { myReportsPath } from '../report-paths.ts';
import { runsQuery } from '../reports.queries.ts';
import type { ReportRun } from '../reports.queries.ts';
import { RunCard, runColumns } from './run-columns.tsx';
import { runsAddress } from './runs-address.ts';
import type { RunsView } from './runs-address.ts';

const rowKey = ({ id }: ReportRun) => id;
const renderCard = (run: ReportRun) => <RunCard run={run} />;

interface EmptyProps {
  view: RunsView;
  onShowAll: () => void;
  onShowQuiet: () => void;
}

const NoRuns = ({ view: { query, config, quiet }, onShowAll, onShowQuiet }: EmptyProps) =>
  query === '' && config === '' ? (
    <EmptyState
      title="No activity reports have been sent yet"
      message="When a report finds new activities on one of its days, it appears here."
      action={!quiet && <Button onClick={onShowQuiet}>Show runs without activities</Button>}
    />
  ) : (
    <EmptyState
      message="No report matches the search and the filters."
      action={<Button onClick={onShowAll}>Show all reports</Button>}
    />
  );

const RunsList = () => {
  const { view, show } = useListView(runsAddress);
  const list = useListPage<ReportRun>(useQuery(runsQuery(view, useViewer())), { ...view, show });
  const search = useListSearch({ view, show });
  const layout = useListLayout('activity-reports', runColumns);
  const [section, setSection] = useState<HTMLElement | null>(null);
  useListTop(section, view);
  const { rows, total, isLoading } = list;
  const showAll = () => {
    search.text.search('');
    show({ query: '', config: '', page: 1 });
  };
  return (
    <Stack gap="3" ref={setSection} scrollMarginTop="3" data-fill="">
      <ListToolbar
        {...{ search, layout, isLoading }}
        label="Search by contact"
        placeholder="Name or email of the contact"
        maxLength={maxQueryLength}
        columns={runColumns}
      >
        <Switch
          label="Show runs without activities"
          checked={view.quiet}
          onCheckedChange={(on) => show({ quiet: on, page: 1 })}
        />
        {view.config !== '' && (
          <ScopeBadge clearLabel="Show all reports" onClear={() => show({ config: '', page: 1 })}>
            {rows[0] ? `Report for ${rows[0].contact.name}` : 'One report'}
          </ScopeBadge>
        )}
        <Span aria-live="polite" color="textMuted" fontVariantNumeric="tabular-nums">
          {total !== undefined && countText(total, 'report')}
        </Span>
      </ListToolbar>
      <ListRows
        {...{ list, view, show, rowKey, renderCard: renderCard }}
        rules={runsAddress.rules}
        caption="Activity reports"
        pages="Pages of reports"
        columns={layout.columns}
        density={layout.density}
        loadingHeight="132px"
        refused="You do not have access to activity reports"
        empty={<NoRuns view={view} onShowAll={showAll} onShowQuiet={() => show({ quiet: true, page: 1 })} />}
      />
    </Stack>
  );
};

/** Lists the runs of the reports that the user may see. */
export const ReportRunsScreen = () => {
  const offers = useOffers();
  return (
    <FillPage>
      <PageHeader
        title="Activity Reports"
        actions={offers(myReportsPath) && <LinkButton to={myReportsPath}>My reports</LinkButton>}
      />
      <RunsList />
    </FillPage>
  );
};

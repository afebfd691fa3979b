import { ListRows, ListToolbar, useListLayout, useListSearch } from '@readerlens/filters/list';
import type { ListLayout, ListSearch } from '@readerlens/filters/list';
import { maxQueryLength } from '@readerlens/filters/runs';
import { Span, Stack, Switch, useListTop } from '@readerlens/ui';
import { ScopeBadge, countText } from '@readerlens/ui/parts';
import { useState } from 'react';
import { NoRuns } from './no-runs.tsx';
import { RunCard } from './run-card.tsx';
import { runColumns } from './run-columns.tsx';
import { runsAddress } from './runs-address.ts';
import { SelectedRuns } from './selected-runs.tsx';
import type { Run } from './runs.queries.ts';
import { readRunId } from './use-runs.ts';
import type { Runs } from './use-runs.ts';

const Filters = ({ runs: { view, show, list, unread } }: { runs: Runs }) => (
  <>
    <Switch
      label="Unread only"
      checked={view.unread}
      onCheckedChange={(on) => show({ unread: on, page: 1 })}
    />
    <Switch
      label="Show quiet runs"
      title="Runs without a match"
      checked={view.quiet}
      onCheckedChange={(on) => show({ quiet: on, page: 1 })}
    />
    {view.alert !== '' && (
      <ScopeBadge clearLabel="Show all alerts" onClear={() => show({ alert: '', page: 1 })}>
        {list.rows[0] ? `Alert: ${list.rows[0].notificationName}` : 'One alert'}
      </ScopeBadge>
    )}
    <Span aria-live="polite" color="textMuted" fontVariantNumeric="tabular-nums">
      {list.total !== undefined && countText(list.total, 'result')}
      {unread !== undefined && unread > 0 && `, ${unread.toLocaleString('en-US')} unread`}
    </Span>
  </>
);

interface RowsProps {
  runs: Runs;
  search: ListSearch;
  layout: ListLayout<Run>;
}

const Rows = ({ runs, search, layout }: RowsProps) => {
  const { view, show, list, selection, selected } = runs;
  const checkboxes = selection.buildCheckboxes(list.rows);
  const renderCard = (run: Run) => <RunCard run={run} selection={checkboxes} />;
  const showAll = () => {
    search.text.search('');
    show({ query: '', unread: false, alert: '', page: 1 });
  };
  return (
    <ListRows
      {...{ list, view, show, renderCard: renderCard }}
      rowKey={readRunId}
      rules={runsAddress.rules}
      caption="Results of alerts"
      pages={selected.shown ? undefined : 'Pages of results'}
      isSortable={!selected.shown}
      columns={layout.columns}
      density={layout.density}
      selection={checkboxes}
      loadingHeight="132px"
      refused="You do not have access to the Notification Dashboard"
      offlineNote="Your selection is kept."
      empty={<NoRuns view={view} onShowAll={showAll} onShowQuiet={() => show({ quiet: true, page: 1 })} />}
    />
  );
};

/** Focuses the first switch or checkbox: a search box would open the keyboard of a phone. */
const keepFocus = (section: HTMLElement | null) =>
  section?.querySelector<HTMLElement>('input[type="checkbox"]:enabled')?.focus();

/** The runs a page at a time, with the search box, the filters, and what can be done with the selected ones. */
export const RunsList = ({ runs }: { runs: Runs }) => {
  const { view, show, list } = runs;
  const search = useListSearch({ view, show });
  const layout = useListLayout('alert-runs', runColumns);
  const [section, setSection] = useState<HTMLElement | null>(null);
  useListTop(section, view);
  return (
    <Stack gap="3" ref={setSection} scrollMarginTop="3" data-fill="">
      <ListToolbar
        {...{ search, layout }}
        isLoading={list.isLoading}
        label="Search by name or description"
        placeholder="Name or description"
        maxLength={maxQueryLength}
        columns={runColumns}
      >
        <Filters runs={runs} />
      </ListToolbar>
      <Rows {...{ runs, search, layout }} />
      <SelectedRuns runs={runs} onLeave={() => keepFocus(section)} />
    </Stack>
  );
};

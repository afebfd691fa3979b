import { ListStates, ListToolbar, NoTextMatch, useListLayout, useListSearch } from '@readerlens/filters/list';
import type { ListLayout, ListSearch } from '@readerlens/filters/list';
import type { FilterModel } from '@readerlens/filters/model';
import { EmptyState, Stack, useIsNarrow, useListTop } from '@readerlens/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ExportTools } from './export/export-tools.tsx';
import { engagementColumns } from './results/engagement-columns.tsx';
import { EngagementList } from './results/engagement-list.tsx';
import { SearchFoot } from './search-foot.tsx';
import type { SearchList } from './search-foot.tsx';
import { maxQueryLength } from './search-address.ts';
import type { EngagementRow } from './search.queries.ts';
import { Totals } from './totals.tsx';

interface ResultsProps extends SearchList {
  model: FilterModel;
  /** Instead of the activities while a required client is missing. */
  idle: ReactNode;
}

const Empty = ({ query, search }: { query: string; search: ListSearch }) =>
  query === '' ? (
    <EmptyState />
  ) : (
    <NoTextMatch message={`No reader, organization or document title matches '${query}'.`} search={search} />
  );

interface ListProps extends ResultsProps {
  search: ListSearch;
  layout: ListLayout<EngagementRow>;
  /** Beside the sort order of the cards. */
  tools: ReactNode;
}

const List = (props: ListProps) => {
  const { engagements, view, show, selection, selected, idle, layout, tools, search } = props;
  const { total, isLoading, viewer, isMissing } = engagements;
  const rows = selected.shown ?? engagements.rows;
  const loading = isLoading && !selected.shown;
  return (
    <ListStates
      list={{ ...engagements, rows }}
      refused="You do not have access to these engagements"
      idle={isMissing && idle}
      empty={<Empty query={view.query} search={search} />}
    >
      <EngagementList
        {...{ rows, layout, tools, viewer }}
        loadingRows={loading ? Math.min(view.size, total ?? view.size) : undefined}
        sort={view.sort}
        onSort={selected.shown ? undefined : (sort) => show({ sort, page: 1 })}
        selection={selection.buildCheckboxes(rows)}
      />
    </ListStates>
  );
};

/** Focuses the list's first checkbox, or what is left: the pressed button is removed. */
const keepFocus = (list: HTMLElement | null, otherwise: HTMLElement | null) => {
  const first = list?.querySelector<HTMLElement>('input[type="checkbox"]:enabled');
  (first ?? otherwise)?.focus();
};

/** The search box, the figures of the results, downloads, and the activities. */
export const SearchResults = (props: ResultsProps) => {
  const { model, engagements, view, show, selection, selected } = props;
  const { total, isLoading, stats, viewer } = engagements;
  const narrow = useIsNarrow();
  const layout = useListLayout('engagements', engagementColumns);
  const search = useListSearch({ view, show });
  const [results, setResults] = useState<HTMLElement | null>(null);
  useListTop(results, view);
  const clearSelection = () => {
    selection.clear();
    keepFocus(results, search.box.current);
  };
  const hidden = selection.hiddenFrom(selected.shown ?? engagements.rows);
  const downloads = (
    <ExportTools
      {...{ model, view, viewer, hidden }}
      total={search.text.isPending ? undefined : total}
      selected={selection.ids}
      shownColumns={layout.columns.map(({ id }) => id)}
    />
  );
  return (
    <Stack gap="3" ref={setResults} scrollMarginTop="3" data-fill="">
      <ListToolbar
        {...{ search, layout, isLoading }}
        label="Search reader, organization or document"
        placeholder="Reader, organization or document"
        maxLength={maxQueryLength}
        columns={engagementColumns}
        tools={downloads}
      >
        {total !== undefined && <Totals total={total} stats={stats} />}
      </ListToolbar>
      <List {...props} {...{ search, layout }} tools={narrow && downloads} />
      <SearchFoot {...props} hidden={hidden} onClearSelection={clearSelection} />
    </Stack>
  );
};

import {
  ListLayoutMenu,
  ListStates,
  ListToolbar,
  SearchBox,
  useListLayout,
  useSearchText,
} from '@readerlens/filters/list';
import type { ListLayout } from '@readerlens/filters/list';
import type { FilterModel } from '@readerlens/filters/model';
import { Button, EmptyState, Flex, Stack, useIsNarrow, useListTop } from '@readerlens/ui';
import { useRef, useState } from 'react';
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

const Empty = ({ query, onClear }: { query: string; onClear: () => void }) =>
  query === '' ? (
    <EmptyState />
  ) : (
    <EmptyState
      message={`No reader, company or document title matches '${query}'.`}
      action={<Button onClick={onClear}>Clear search</Button>}
    />
  );

interface ListProps extends ResultsProps {
  layout: ListLayout<EngagementRow>;
  /** Beside the sort order of the cards. */
  tools: ReactNode;
  onClear: () => void;
}

const List = (props: ListProps) => {
  const { engagements, view, show, selection, selected, idle, layout, tools, onClear } = props;
  const { total, isLoading, viewer, isMissing } = engagements;
  const rows = selected.shown ?? engagements.rows;
  const loading = isLoading && !selected.shown;
  return (
    <ListStates
      list={{ ...engagements, rows }}
      refused="You do not have access to these engagements"
      idle={isMissing && idle}
      empty={<Empty query={view.query} onClear={onClear} />}
    >
      <EngagementList
        {...{ rows, layout, tools, viewer }}
        loadingRows={loading ? Math.min(view.size, total ?? view.size) : undefined}
        sort={view.sort}
        onSort={selected.shown ? undefined : (sort) => show({ sort, page: 1 })}
        selection={selection.checkboxesOf(rows)}
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
  const text = useSearchText(view.query, (query) => show({ query, page: 1 }, { replace: true }));
  const [results, setResults] = useState<HTMLElement | null>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  useListTop(results, view);
  const clearSearch = () => {
    text.search('');
    searchBox.current?.focus();
  };
  const clearSelection = () => {
    selection.clear();
    keepFocus(results, searchBox.current);
  };
  const hidden = selection.hiddenFrom(selected.shown ?? engagements.rows);
  const downloads = (
    <ExportTools
      {...{ model, view, viewer, hidden }}
      total={text.isPending ? undefined : total}
      selected={selection.ids}
    />
  );
  return (
    <Stack gap="3" ref={setResults} scrollMarginTop="3" data-fill="">
      <ListToolbar>
        <SearchBox
          ref={searchBox}
          label="Search reader, company or document"
          placeholder="Reader, company or document"
          maxLength={maxQueryLength}
          value={text}
          isLoading={isLoading}
          onClear={clearSearch}
        />
        <Flex flex="1 1 auto" minW={{ base: '100%', md: '0' }} align="center" wrap="wrap" columnGap="4">
          {total !== undefined && <Totals total={total} stats={stats} />}
        </Flex>
        {!narrow && (
          <Flex gap="2">
            <ListLayoutMenu layout={layout} columns={engagementColumns} />
            {downloads}
          </Flex>
        )}
      </ListToolbar>
      <List {...props} layout={layout} tools={narrow && downloads} onClear={clearSearch} />
      <SearchFoot {...props} hidden={hidden} onClearSelection={clearSelection} />
    </Stack>
  );
};

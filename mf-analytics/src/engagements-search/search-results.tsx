import { searchPageSizes } from '@readerlens/contract/explorer';
import {
  ListPager,
  ListStates,
  ListToolbar,
  LocalMatches,
  SearchBox,
  useSearchText,
} from '@readerlens/filters/list';
import type { ListSelection } from '@readerlens/filters/list';
import { Box, Button, EmptyState, Stack, Text, useListTop } from '@readerlens/ui';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { EngagementList } from './results/engagement-list.tsx';
import { hasText } from './results/engagement.ts';
import { maxQueryLength } from './search-address.ts';
import type { SearchView } from './search-address.ts';
import type { EngagementRow } from './search.queries.ts';
import { TotalLine } from './total-line.tsx';
import type { Engagements } from './use-engagements.ts';

interface Props {
  engagements: Engagements;
  view: SearchView;
  show: (change: Partial<SearchView>) => void;
  selection: ListSelection<EngagementRow>;
  /** Instead of the activities while a required client is missing. */
  idle: ReactNode;
  stats: Parameters<typeof TotalLine>[0]['stats'];
  /** Beside the search box: downloads. */
  actions: ReactNode;
}

type SearchText = ReturnType<typeof useSearchText<EngagementRow>>;

const Empty = ({ query, onClear }: { query: string; onClear: () => void }) =>
  query === '' ? (
    <EmptyState />
  ) : (
    <EmptyState
      message={`No reader, company or document title matches '${query}'.`}
      action={<Button onClick={onClear}>Clear search</Button>}
    />
  );

interface ListProps extends Props {
  text: SearchText;
  onSearch: (query: string) => void;
}

const List = ({ engagements, view, show, selection, idle, text, onSearch }: ListProps) => {
  const { total, isLoading, viewer, isMissing } = engagements;
  return (
    <ListStates
      list={engagements}
      refused="You do not have access to these engagements"
      idle={isMissing && idle}
      empty={<Empty query={view.query} onClear={() => onSearch('')} />}
    >
      {text.shown.length === 0 && !isLoading ? (
        <Text py="8" textAlign="center" color="textMuted">
          No matches.
        </Text>
      ) : (
        <EngagementList
          rows={text.shown}
          loadingRows={isLoading ? Math.min(view.size, total ?? view.size) : undefined}
          sort={view.sort}
          onSort={(sort) => show({ sort, page: 1 })}
          selection={selection.checkboxesOf(text.shown)}
          viewer={viewer}
        />
      )}
      <ListPager label="Pages of activities" sizes={searchPageSizes} {...{ view, total, show }} />
    </ListStates>
  );
};

/** The search box, the number of results, and the activities. */
export const SearchResults = (props: Props) => {
  const { engagements, view, show, selection, stats, actions } = props;
  const { rows, total, isLoading } = engagements;
  const text = useSearchText(view.query, rows, hasText);
  const [results, setResults] = useState<HTMLElement | null>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  useListTop(results, view);
  // The pressed button is removed, so move the focus to the search box.
  const onSearch = (query: string) => {
    text.type(query);
    show({ query, page: 1 });
    searchBox.current?.focus();
  };
  const clearSelection = () => {
    selection.clear();
    const pageCheckbox = results?.querySelector<HTMLElement>('input[type="checkbox"]:enabled');
    (pageCheckbox ?? searchBox.current)?.focus();
  };
  return (
    <Stack gap="3" ref={setResults} scrollMarginTop="3">
      <ListToolbar>
        <SearchBox
          ref={searchBox}
          label="Search reader, company or document"
          placeholder="Reader, company or document"
          maxLength={maxQueryLength}
          text={text.text}
          onType={text.type}
          onSearch={onSearch}
        />
        <Box flex="1 1 auto" minH="24px">
          {total !== undefined && (
            <TotalLine total={total} selected={selection.ids.length} onClear={clearSelection} stats={stats} />
          )}
        </Box>
        {actions}
      </ListToolbar>
      {text.isPending && !isLoading && rows.length > 0 && (
        <LocalMatches
          text={text.text}
          rows={rows.length}
          matches={text.shown.length}
          noun="activities"
          {...{ total, onSearch }}
        />
      )}
      <List {...props} text={text} onSearch={onSearch} />
    </Stack>
  );
};

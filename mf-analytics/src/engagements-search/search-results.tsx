import { searchPageSizes } from '@readerlens/contract/engagements';
import { Box, Button, Flex, LoadError, Pagination, Stack, StaleList, Text, useListTop } from '@readerlens/ui';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { EngagementList } from './results/engagement-list.tsx';
import { ListEmpty, ListIdle } from './results/list-state.tsx';
import type { Selection } from './results/use-selection.ts';
import { SearchBox } from './search-box.tsx';
import type { SearchView } from './search-address.ts';
import { TotalLine } from './total-line.tsx';
import type { Engagements } from './use-engagements.ts';
import { useSearchText } from './use-search-text.ts';

interface Props {
  engagements: Engagements;
  view: SearchView;
  show: (change: Partial<SearchView>) => void;
  selection: Selection;
  uniques: Parameters<typeof TotalLine>[0]['uniques'];
  /** Beside the search box: downloads. */
  actions: ReactNode;
}

type SearchText = ReturnType<typeof useSearchText>;

const counted = (count: number) => count.toLocaleString('en-US');

/** While the box holds what the server has not looked for: what is shown of what, and how to search for all. */
const Narrowed = ({ text, rows, total, onSearch }: NarrowedProps) => (
  <Flex role="status" align="center" gap="2" wrap="wrap" textStyle="small" color="textMuted">
    {text.text.trim() === ''
      ? 'Press Enter to search without the text.'
      : `${counted(text.shown.length)} of the ${counted(rows)} activities on this page match.`}
    <Button size="sm" variant="link" onClick={() => onSearch(text.text.trim())}>
      {text.text.trim() === '' ? 'Show all' : `Search all ${total === undefined ? '' : counted(total)}`}
    </Button>
  </Flex>
);

interface NarrowedProps {
  text: SearchText;
  rows: number;
  total: number | undefined;
  onSearch: (query: string) => void;
}

interface ListProps extends Props {
  text: SearchText;
  onSearch: (query: string) => void;
}

const List = ({ engagements, view, show, selection, text, onSearch }: ListProps) => {
  const { rows, total, isLoading, error, retry, viewer, isMissing } = engagements;
  if (isMissing) return <ListIdle />;
  if (error && rows.length === 0)
    return <LoadError refused="You may not see these engagements" error={error} onRetry={retry} />;
  if (!isLoading && rows.length === 0) return <ListEmpty query={view.query} onClear={() => onSearch('')} />;
  return (
    <>
      {error && <StaleList error={error} onRetry={retry} />}
      {text.shown.length === 0 && !isLoading ? (
        <Text py="8" textAlign="center" color="textMuted">
          Nothing on this page has the text.
        </Text>
      ) : (
        <EngagementList
          rows={text.shown}
          loadingRows={isLoading ? Math.min(view.size, total ?? view.size) : undefined}
          sort={view.sort}
          onSort={(sort) => show({ sort, page: 1 })}
          selection={selection.of(text.shown)}
          viewer={viewer}
        />
      )}
      {total !== undefined && (
        <Pagination
          label="Pages of activities"
          page={view.page}
          size={view.size}
          total={total}
          sizes={searchPageSizes}
          onPage={(page) => show({ page })}
          onSize={(size) => show({ size, page: 1 })}
        />
      )}
    </>
  );
};

/** The search box, how much was found, and the activities. */
export const SearchResults = (props: Props) => {
  const { engagements, view, show, selection, uniques, actions } = props;
  const { rows, total, isLoading } = engagements;
  const text = useSearchText(view.query, rows);
  const [results, setResults] = useState<HTMLElement | null>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  useListTop(results, view);
  // Buttons that are done with go: the focus does not go with them.
  const onSearch = (query: string) => {
    text.type(query);
    show({ query, page: 1 });
    searchBox.current?.focus();
  };
  const clearSelection = () => {
    selection.clear();
    const boxOfPage = results?.querySelector<HTMLElement>('input[type="checkbox"]:enabled');
    (boxOfPage ?? searchBox.current)?.focus();
  };
  return (
    <Stack gap="3" ref={setResults} scrollMarginTop="3">
      <Flex align="center" gap="3" wrap="wrap">
        <SearchBox ref={searchBox} text={text.text} onType={text.type} onSearch={onSearch} />
        <Box flex="1 1 auto" minH="24px">
          {total !== undefined && (
            <TotalLine
              total={total}
              selected={selection.ids.size}
              onClear={clearSelection}
              uniques={uniques}
            />
          )}
        </Box>
        {actions}
      </Flex>
      {text.isPending && !isLoading && rows.length > 0 && (
        <Narrowed text={text} rows={rows.length} total={total} onSearch={onSearch} />
      )}
      <List {...props} text={text} onSearch={onSearch} />
    </Stack>
  );
};

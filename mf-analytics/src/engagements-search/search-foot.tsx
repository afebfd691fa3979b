import { searchPageSizes } from '@readerlens/contract/explorer';
import { ListPager, SelectionNote } from '@readerlens/filters/list';
import type { ListSelection, useSelectedRows } from '@readerlens/filters/list';
import { ActionBar, Box, Flex, useIsNarrow } from '@readerlens/ui';
import type { SearchView } from './search-address.ts';
import type { EngagementRow } from './search.queries.ts';
import type { Engagements } from './use-engagements.ts';

/** The list of the screen, and how it is changed. */
export interface SearchList {
  engagements: Engagements;
  view: SearchView;
  show: (change: Partial<SearchView>, options?: { replace?: boolean }) => void;
  selection: ListSelection<EngagementRow>;
  selected: ReturnType<typeof useSelectedRows<EngagementRow>>;
}

interface Props extends SearchList {
  /** Of the selected activities, those that are not in view. */
  hidden: number;
  onClearSelection: () => void;
}

const Note = ({ selection, selected, hidden, onClearSelection }: Props) => (
  <SelectionNote
    selected={selection.ids.length}
    hidden={hidden}
    showsSelected={selected.shown !== undefined}
    onShow={selected.show}
    onBack={selected.hide}
    onClear={onClearSelection}
  />
);

/** The selection and the pages. On a phone the selection stays in view while the cards scroll. */
export const SearchFoot = (props: Props) => {
  const { engagements, view, show, selection, selected } = props;
  const { rows, total, isMissing, isLoading } = engagements;
  const narrow = useIsNarrow();
  const note = selection.ids.length > 0 && <Note {...props} />;
  const hasPages = !selected.shown && !isMissing && (isLoading || rows.length > 0);
  const pages = hasPages && (
    <ListPager label="Pages of activities" sizes={searchPageSizes} {...{ view, total, show }} />
  );
  if (narrow)
    return (
      <>
        {pages}
        {note && (
          <ActionBar follows aria-label="Selection">
            {note}
          </ActionBar>
        )}
      </>
    );
  return (
    <Flex align="center" columnGap="6">
      {note}
      <Box flex="1">{pages}</Box>
    </Flex>
  );
};

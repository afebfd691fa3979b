// The UI for editing a search.
export {
  useAccountLists,
  useHasAccountLists,
  useListedOrganizations,
  useRefreshLists,
} from '../account-lists/lists.queries.ts';
export type { AccountList } from '../account-lists/lists.queries.ts';
export { SaveListButton, accountListsPath, useListDialog } from '../account-lists/save-list-button.tsx';
export { CopyLink } from './copy-link.tsx';
export type { CopyLinkProps } from './copy-link.tsx';
export { ChooseClient } from './choose-client.tsx';
export { showDroppedFilters } from './dropped-filters.ts';
export { FilterChips } from './filter-chips.tsx';
export type { CountMatches } from './use-match-count.ts';
export { FilterCards, filterProblems } from './filter-cards.tsx';
export type { FilterCardsProps } from './filter-cards.tsx';
export { FiltersButton } from './filters-button.tsx';
export { lookUpOrganizations } from './use-org-lookup.ts';
export { ManageSearchesLink } from './manage-searches-link.tsx';
export { SearchNote } from './search-note.tsx';
export { useFilterPanel } from './use-filter-panel.ts';
export type { PagePanel } from './use-filter-panel.ts';

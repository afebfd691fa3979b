import { ApiError } from '@readerlens/auth';
import { searchesFailedMessage } from '@readerlens/contract/searches/messages';
import { ListRows, pageSizes, useListPage, useListView } from '@readerlens/filters/list';
import { EmptyState, ErrorState, Flex, LinkButton, Stack, useListTop, useOffers } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { savedSearchPath } from '../person/person.ts';
import { ReadOnlyBanner } from '../person/read-only-banner.tsx';
import type { TabProps } from '../person/tab-props.ts';
import { useMayDo } from '../person/use-account-actions.ts';
import { SearchCard, searchColumns } from './search-rows.tsx';
import { searchesAddress } from './searches-address.ts';
import { searchesQuery } from './searches.queries.ts';
import type { SavedSearchRow } from './searches.queries.ts';
import { SearchActionsContext, useSearchActions } from './use-search-actions.ts';

const rowKey = ({ id }: SavedSearchRow) => id;
const renderCard = (search: SavedSearchRow) => <SearchCard search={search} />;

const NewSearch = ({ userId }: { userId: string }) => {
  const path = savedSearchPath(userId);
  return useOffers()(path) ? (
    <Flex justify="flex-end">
      <LinkButton to={path} variant="primary" icon={<Plus size={15} aria-hidden="true" />}>
        New Search
      </LinkButton>
    </Flex>
  ) : null;
};

/** Without rows, a failure has the words of saved searches; only a refusal has no retry. */
const failedWith = (error: Error | null): Error | undefined =>
  error && !(error instanceof ApiError && error.status === 403) ? error : undefined;

const SearchesList = ({ account }: Pick<TabProps, 'account'>) => {
  const { view, show } = useListView(searchesAddress);
  const list = useListPage<SavedSearchRow>(useQuery(searchesQuery(account.id, view)), { ...view, show });
  const [section, setSection] = useState<HTMLElement | null>(null);
  useListTop(section, view);
  const { rows, total, error, retry } = list;
  const failure = failedWith(error);
  if (failure && rows.length === 0)
    return <ErrorState title={searchesFailedMessage} message={failure.message} onRetry={retry} />;
  return (
    <Stack gap="3" ref={setSection} scrollMarginTop="3">
      <ListRows
        {...{ list, view, show, rowKey, renderCard: renderCard }}
        rules={searchesAddress.rules}
        caption="Saved Searches"
        pages={(total ?? 0) > pageSizes[0] ? 'Pages of saved searches' : undefined}
        columns={searchColumns}
        density="comfortable"
        firstRows={3}
        loadingHeight="132px"
        refused="You do not have access to these saved searches"
        empty={<EmptyState title="No saved search data exists." message={null} />}
      />
    </Stack>
  );
};

/** The saved searches of an account, which its filter panel offers. */
export const SavedSearchesTab = ({ account, isOwn }: TabProps) => {
  const actions = useSearchActions({ account, isOwn });
  const mayChange = useMayDo()('changeSearches', account);
  return (
    <SearchActionsContext value={mayChange ? actions : undefined}>
      <Stack gap="4">
        {mayChange ? <NewSearch userId={account.id} /> : <ReadOnlyBanner />}
        <SearchesList account={account} />
      </Stack>
    </SearchActionsContext>
  );
};

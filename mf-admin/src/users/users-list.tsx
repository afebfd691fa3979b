import { searchKeptMessage } from '@readerlens/contract/messages';
import { resetSentMessage } from '@readerlens/contract/session/messages';
import { ListRows, ListToolbar, useListLayout, useListSearch } from '@readerlens/filters/list';
import { Box, Button, EmptyState, Span, Stack, useListTop } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { useState } from 'react';
import { useAccountActions } from '../person/use-account-actions.ts';
import type { ActionTexts } from '../person/use-account-actions.ts';
import { ClientsFilter } from './clients-filter.tsx';
import type { ManageUsers } from './use-manage-users.ts';
import { RowActionsContext } from './row-actions.tsx';
import { UserCard } from './user-card.tsx';
import { userColumns } from './user-columns.tsx';
import { maxQueryLength, usersAddress } from './users-address.ts';
import type { UserRow } from './users.queries.ts';

const texts: ActionTexts = {
  resendFailed: 'There was a error on resending the email.',
  resetFailed: 'There was an error resetting password.',
  resetSent: resetSentMessage,
};

const renderCard = (user: UserRow) => <UserCard user={user} />;
const rowKey = ({ id }: UserRow) => id;

/** The users a page at a time, with the search box and the filter by client. */
export const UsersList = ({ users }: { users: ManageUsers }) => {
  const { view, show, list } = users;
  const { total, isLoading } = list;
  const search = useListSearch({ view, show });
  const actions = useAccountActions({ texts });
  const layout = useListLayout('users', userColumns);
  const [section, setSection] = useState<HTMLElement | null>(null);
  useListTop(section, view);
  const reset = () => {
    search.text.search('');
    show({ query: '', clients: [], page: 1 });
  };
  const isFiltered = view.query !== '' || view.clients.length > 0;
  return (
    <Stack gap="3" ref={setSection} scrollMarginTop="3" data-fill="">
      <ListToolbar
        {...{ search, layout, isLoading }}
        label="Search by email or name"
        placeholder="Email or name"
        maxLength={maxQueryLength}
        columns={userColumns}
      >
        <Box flex="1 1 240px" maxW={{ md: '360px' }}>
          <ClientsFilter ids={view.clients} onChange={(clients) => show({ clients, page: 1 })} />
        </Box>
        <Span aria-live="polite" color="textMuted" fontVariantNumeric="tabular-nums">
          {total !== undefined && countText(total, 'user')}
        </Span>
      </ListToolbar>
      <RowActionsContext value={actions}>
        <ListRows
          {...{ list, view, show, rowKey, renderCard: renderCard }}
          rules={usersAddress.rules}
          caption="Users"
          pages="Pages of users"
          columns={layout.columns}
          density={layout.density}
          isSortable={false}
          loadingHeight="132px"
          refused="You do not have access to the users"
          offlineNote={searchKeptMessage}
          empty={
            <EmptyState
              message={isFiltered ? 'No user matches the search and the clients.' : 'There are no users yet.'}
              action={isFiltered && <Button onClick={reset}>Show all users</Button>}
            />
          }
        />
      </RowActionsContext>
    </Stack>
  );
};

import { useBlinded, useUser } from '@readerlens/auth/react';
import { useListPage, useListView } from '@readerlens/filters/list';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readUsersView, writeUsersView } from './users-address.ts';
import { usersQuery } from './users.queries.ts';
import type { UserRow } from './users.queries.ts';

/** The view in the URL and the page of users that it shows. */
export const useManageUsers = () => {
  const { view, show } = useListView(readUsersView, writeUsersView);
  const userId = useUser()?.id;
  const blinded = useBlinded();
  const onPage = useCallback((page: number) => show({ page }, { replace: true }), [show]);
  const list = useListPage<UserRow>(useQuery(usersQuery(view, { userId, blinded })), { ...view, onPage });
  return { view, show, list };
};

export type ManageUsers = ReturnType<typeof useManageUsers>;

import { useViewer } from '@readerlens/auth/react';
import { useListPage, useListView } from '@readerlens/filters/list';
import { useQuery } from '@tanstack/react-query';
import { usersAddress } from './users-address.ts';
import { usersQuery } from './users.queries.ts';
import type { UserRow } from './users.queries.ts';

/** The view in the URL and the page of users that it shows. */
export const useManageUsers = () => {
  const { view, show } = useListView(usersAddress);
  const list = useListPage<UserRow>(useQuery(usersQuery(view, useViewer())), { ...view, show });
  return { view, show, list };
};

export type ManageUsers = ReturnType<typeof useManageUsers>;

import { sessionStore } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import { createContext, useContext } from 'react';

/** The user whose filters a form edits, if not the session's user: `<FilterOwner value={owner}>`. */
export const FilterOwner = createContext<SessionUserData | undefined>(undefined);

/** The user whose fields, clients and options apply. */
export const useFilterOwner = (): SessionUserData | undefined => {
  const session = useUser();
  return useContext(FilterOwner) ?? session;
};

/** Lookup parameter for a user other than the session's. */
export const ownerParameter = ({ id }: Pick<SessionUserData, 'id'>): { userId?: string } =>
  id === sessionStore.getState().user?.id ? {} : { userId: id };

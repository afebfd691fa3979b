import { sessionStore } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import { createContext, useContext } from 'react';

/** The user whose filters a form edits, where that is not the user of the session: `<FilterOwner value={owner}>`. */
export const FilterOwner = createContext<SessionUserData | undefined>(undefined);

/** The user whose fields, clients and options count. */
export const useFilterOwner = (): SessionUserData | undefined => {
  const session = useUser();
  return useContext(FilterOwner) ?? session;
};

/** The parameter that lookups take for a user other than that of the session. */
export const ofOwner = ({ id }: Pick<SessionUserData, 'id'>): { userId?: string } =>
  id === sessionStore.getState().user?.id ? {} : { userId: id };

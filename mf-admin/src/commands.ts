import { api, sessionStore } from '@readerlens/auth';
import { isStaff } from '@readerlens/contract/vocabulary';
import type { CommandSource } from '@readerlens/ui';
import { personName, userPath } from './person/person.ts';

/** As many as a person reads; typing more narrows them. */
const limit = 8;
/** The server accepts no longer texts. */
const maxLength = 100;

/** Whoever may open the list of users finds them. */
const mayFindUsers = (): boolean => {
  const { user } = sessionStore.getState();
  return user !== undefined && isStaff(user.role);
};

/** What this area adds to the command palette, besides its screens: the users whose name or email contains a text. */
export const commandSources: readonly CommandSource[] = [
  {
    group: 'Users',
    order: 60,
    icon: 'users',
    find: async (typed, { signal }) => {
      const query = typed.trim();
      if (query === '' || query.length > maxLength || !mayFindUsers()) return [];
      const { data } = await api('GET /api/users', { query: { query, pageSize: limit } }, { signal });
      return data.items.map((user) => {
        const label = personName(user);
        return {
          id: user.id,
          label,
          detail: label === user.email ? undefined : user.email,
          to: userPath(user.id),
        };
      });
    },
  },
];

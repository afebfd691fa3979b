interface Named {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** The name, or the e-mail of a user without one. */
export const personName = ({ firstName, lastName, email }: Named): string =>
  `${firstName} ${lastName}`.trim() || email;

export const usersPath = '/admin/users';
/** The form of a new user, and the page of an account. */
export const newUserPath = '/admin/user/';
export const userPath = (id: string): string => `/admin/user/${encodeURIComponent(id)}`;
/** The editor of a saved search, and the list of those of an account. */
export const savedSearchPath = (userId: string, id?: string): string =>
  ['/admin/savedsearch', userId, ...(id === undefined ? [] : [id])].join('/');
export const searchesPath = (userId: string): string => `${userPath(userId)}?active=Filters`;
export const invitePath = '/admin/users/invite';

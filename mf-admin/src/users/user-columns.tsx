import type { ListColumn } from '@readerlens/filters/list';
import { Badge, OfferedLink } from '@readerlens/ui';
import { personName, userPath } from '../person/person.ts';
import { RoleBadge } from '../person/role-badge.tsx';
import { UserRowActions } from './row-actions.tsx';
import type { UserRow } from './users.queries.ts';

export const UserLink = ({ user }: { user: UserRow }) => (
  <OfferedLink to={userPath(user.id)}>{personName(user)}</OfferedLink>
);

export const clientNames = ({ companies }: Pick<UserRow, 'companies'>): string =>
  companies.map(({ name }) => name).join(', ');

export const Registered = ({ user }: { user: UserRow }) => (
  <Badge tone={user.isRegistered ? 'positive' : 'neutral'}>{user.isRegistered ? 'Yes' : 'No'}</Badge>
);

/** The columns of the list. */
export const userColumns: readonly ListColumn<UserRow>[] = [
  {
    id: 'name',
    header: 'Name',
    minWidth: '160px',
    grow: 2,
    isFixed: true,
    cell: (user) => <UserLink user={user} />,
  },
  { id: 'email', header: 'Email', minWidth: '200px', grow: 2, cell: ({ email }) => email },
  { id: 'role', header: 'Role', minWidth: '116px', grow: 0, cell: ({ role }) => <RoleBadge role={role} /> },
  { id: 'clients', header: 'Clients', minWidth: '180px', grow: 3, cell: clientNames },
  {
    id: 'registered',
    header: 'Registered',
    minWidth: '104px',
    grow: 0,
    cell: (user) => <Registered user={user} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    minWidth: '116px',
    grow: 0,
    numeric: true,
    isFixed: true,
    cell: (user) => <UserRowActions user={user} />,
  },
];

import { useAccess } from '@readerlens/auth/react';
import { FillPage, LinkButton, PageHeader, useOffers } from '@readerlens/ui';
import { UserPlus, Users } from 'lucide-react';
import { invitePath, newUserPath } from '../person/person.ts';
import { useManageUsers } from './use-manage-users.ts';
import { UsersList } from './users-list.tsx';

/** Where staff find accounts. */
export const ManageUsersScreen = () => {
  const users = useManageUsers();
  const isAdmin = useAccess({ role: 'Admin' });
  const offers = useOffers();
  return (
    <FillPage>
      <PageHeader
        title="Manage Users"
        actions={
          isAdmin && (
            <>
              {offers(invitePath) && (
                <LinkButton to={invitePath} icon={<Users size={15} aria-hidden="true" />}>
                  Invite Users
                </LinkButton>
              )}
              {offers(newUserPath) && (
                <LinkButton
                  to={newUserPath}
                  variant="primary"
                  icon={<UserPlus size={15} aria-hidden="true" />}
                >
                  New User
                </LinkButton>
              )}
            </>
          )
        }
      />
      <UsersList users={users} />
    </FillPage>
  );
};

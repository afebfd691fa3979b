import { Breakable, CardListItem, Flex, Span, Text } from '@readerlens/ui';
import { RoleBadge } from '../person/role-badge.tsx';
import { UserCardActions } from './row-actions.tsx';
import { Registered, UserLink, clientNames } from './user-columns.tsx';
import type { UserRow } from './users.queries.ts';

/** A user as a card, on narrow windows. */
export const UserCard = ({ user }: { user: UserRow }) => (
  <CardListItem
    row={user}
    title={<UserLink user={user} />}
    subtitle={<Breakable>{user.email}</Breakable>}
    aside={<RoleBadge role={user.role} />}
  >
    {user.companies.length > 0 && (
      <Text mt="2" textStyle="small" overflowWrap="anywhere">
        {clientNames(user)}
      </Text>
    )}
    <Flex mt="2" gap="2" align="center" textStyle="small">
      <Span color="textMuted">Registered</Span>
      <Registered user={user} />
    </Flex>
    <UserCardActions user={user} />
  </CardListItem>
);

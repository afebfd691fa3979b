import { useSession } from '@readerlens/auth/react';
import { roleLabels } from '@readerlens/contract/vocabulary';
import { Avatar, Box, IconButton, LinkButton, Text } from '@readerlens/ui';
import { LogOut, Pencil } from 'lucide-react';
import { confirmSignOut } from '../session/confirm-sign-out.ts';

/** The current user, with a link to their profile if an area offers it, and logout. */
export const UserCard = ({ rail, offers }: { rail: boolean; offers: (path: string) => boolean }) => {
  const claims = useSession((state) => state.claims);
  if (!claims) return null;
  const profile = `/admin/user/${claims.sub}`;
  return (
    <Box
      display="flex"
      flexDirection={rail ? 'column' : 'row'}
      alignItems="center"
      gap={rail ? '2' : '2.5'}
      px={rail ? '2' : '4'}
      py="3"
      borderTopWidth="1px"
    >
      <Avatar name={claims.name} role={claims.role} size={34} />
      <Box flex="1" minW="0" srOnly={rail}>
        <Text fontWeight="semibold" truncate lineHeight="snug">
          {claims.name}
        </Text>
        <Text textStyle="caption" color="textMuted">
          {roleLabels[claims.role]}
        </Text>
      </Box>
      {offers(profile) && (
        <LinkButton
          to={profile}
          variant="ghost"
          shape="icon"
          size="sm"
          aria-label="Edit profile"
          title="Edit profile"
        >
          <Pencil size={15} aria-hidden="true" />
        </LinkButton>
      )}
      <IconButton
        size="sm"
        label="Log out"
        icon={<LogOut size={15} aria-hidden="true" />}
        onClick={() => void confirmSignOut()}
      />
    </Box>
  );
};

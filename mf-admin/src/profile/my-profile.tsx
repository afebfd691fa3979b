import { useUser } from '@readerlens/auth/react';
import { isStaff } from '@readerlens/contract/vocabulary';
import { Grid, Stack, Text } from '@readerlens/ui';
import { AccountInformation } from '../account-form/account-information.tsx';
import { AccountFormFrame } from '../account-form/account-fields.tsx';
import { AreaPermissionsCard } from '../account-form/area-permissions-card.tsx';
import { PermissionsCard } from '../account-form/permissions-card.tsx';
import type { Account } from '../person/account.queries.ts';
import { ProfileActions } from './account-actions.tsx';
import { ApiDetails } from './api-details.tsx';
import { ClientDetails } from './client-details.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { useExistingAccount } from './use-existing-account.ts';

const help = 'Please contact your representative for help with your profile.';

/** One's own account: staff change their name, e-mail and role; clients read it. */
export const MyProfile = ({ account }: { account: Account }) => {
  const staff = isStaff(useUser()?.role ?? 'Client');
  const existing = useExistingAccount(account, 'User was successfully saved');
  const { base, form, isSaved, mayChangeAny, onLeaveEmail } = existing;
  return (
    <AccountFormFrame
      form={form}
      label="My profile"
      isSaved={isSaved}
      readOnly={!mayChangeAny}
      notice={
        <>
          <Text color="textMuted">{help}</Text>
          <ConflictNotice account={existing} />
        </>
      }
      actions={<ProfileActions account={account} isOwn isDirty={form.isDirty} />}
    >
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
        gap="5"
        alignItems="start"
      >
        <AccountInformation onLeaveEmail={onLeaveEmail} />
        <Stack gap="5">
          {staff && (
            <>
              <PermissionsCard />
              <AreaPermissionsCard />
            </>
          )}
          <ClientDetails account={base} />
          <ApiDetails account={base} />
        </Stack>
      </Grid>
    </AccountFormFrame>
  );
};

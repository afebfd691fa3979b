import { api } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import { rolesToCreate } from '@readerlens/contract/administration';
import { userCreatedMessage } from '@readerlens/contract/administration/messages';
import { Card, PageHeader, Stack, Switch, TextLink, toast } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AccountFields } from '../account-form/account-fields.tsx';
import { buildAccountInput } from '../account-form/account-values.ts';
import { useAccountForm } from '../account-form/use-account-form.ts';
import { AccountViewButton } from '../account-view/account-view.dialog.tsx';
import { usersKey } from '../person/account.queries.ts';
import { userPath, usersPath } from '../person/person.ts';

/** Administrators, who alone see this page, may set every field of an account below them. */
const everything = () => true;

/** Creates an account and mails the link to register. */
export const NewUserScreen = () => {
  const user = useUser();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [mailToCaller, setMailToCaller] = useState(false);
  const [sendsForm, setSendsForm] = useState(false);
  const form = useAccountForm({
    roles: user ? rolesToCreate(user) : [],
    mayChange: everything,
    save: async (values) => {
      const { data } = await api('POST /api/user', {
        body: {
          user: buildAccountInput(values),
          ...(mailToCaller ? { sendEmailToAdmin: true } : {}),
          ...(sendsForm ? { sendOnboardingForm: true } : {}),
        },
      });
      toast.success(userCreatedMessage);
      await queryClient.invalidateQueries({ queryKey: [usersKey] });
      return data;
    },
    onSaved: ({ id }) => void navigate(userPath(id), { replace: true }),
  });
  return (
    <>
      <PageHeader title="New User" overline={<TextLink to={usersPath}>Manage Users</TextLink>} />
      <AccountFields
        form={form}
        label="New user"
        actions={<AccountViewButton requestOf={() => ({ user: buildAccountInput(form.values) })} />}
        aside={
          <Card title="Registration">
            <Stack gap="3">
              <Switch
                label="Send the registration email to me"
                checked={mailToCaller}
                onCheckedChange={setMailToCaller}
              />
              <Switch label="Send the onboarding form" checked={sendsForm} onCheckedChange={setSendsForm} />
            </Stack>
          </Card>
        }
      />
    </>
  );
};

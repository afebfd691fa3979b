import { api } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import { rolesToCreate } from '@readerlens/contract/administration';
import { Card, PageHeader, Switch, TextLink, toast } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AccountFields } from '../account-form/account-fields.tsx';
import { inputOf } from '../account-form/account-values.ts';
import type { AccountValues } from '../account-form/account-values.ts';
import { useAccountForm } from '../account-form/use-account-form.ts';
import { AccountViewButton } from '../account-view/account-view.dialog.tsx';
import { usersKey } from '../person/account.queries.ts';
import { userPath, usersPath } from '../person/person.ts';

/** The page of the new account, once the form has no unsaved changes that would be asked about. */
const useOpenCreated = (id: string | undefined) => {
  const navigate = useNavigate();
  useEffect(() => {
    if (id !== undefined) void navigate(userPath(id), { replace: true });
  }, [id, navigate]);
};

/** Administrators, who alone see this page, may set every field of an account below them. */
const everything = () => true;

/** Creates an account and mails the link to register. */
export const NewUserScreen = () => {
  const user = useUser();
  const queryClient = useQueryClient();
  const [mailToCaller, setMailToCaller] = useState(false);
  const [created, setCreated] = useState<string>();
  const save = async (values: AccountValues) => {
    const { data } = await api('POST /api/user', {
      body: { user: inputOf(values), ...(mailToCaller ? { sendEmailToAdmin: true } : {}) },
    });
    toast.success('User was successfully created 👍');
    await queryClient.invalidateQueries({ queryKey: [usersKey] });
    setCreated(data.id);
    return values;
  };
  const form = useAccountForm({
    roles: user ? rolesToCreate(user) : [],
    mayChange: everything,
    isSaved: created !== undefined,
    save,
  });
  useOpenCreated(created);
  return (
    <>
      <PageHeader title="New User" overline={<TextLink to={usersPath}>Manage Users</TextLink>} />
      <AccountFields
        form={form}
        label="New user"
        actions={<AccountViewButton requestOf={() => ({ user: inputOf(form.values) })} />}
        aside={
          <Card title="Registration">
            <Switch
              label="Send the registration email to me"
              checked={mailToCaller}
              onCheckedChange={setMailToCaller}
            />
          </Card>
        }
      />
    </>
  );
};

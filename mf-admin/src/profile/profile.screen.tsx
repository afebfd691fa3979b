import { useUser } from '@readerlens/auth/react';
import { isStaff } from '@readerlens/contract/vocabulary';
import { setParameter } from '@readerlens/filters';
import { PageHeader, Skeleton, Stack, Tabs, TextLink } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { AccountPending } from '../person/account-pending.tsx';
import { accountQuery } from '../person/account.queries.ts';
import type { Account } from '../person/account.queries.ts';
import { personName, usersPath } from '../person/person.ts';
import { SomeoneElse } from '../person/someone-else.tsx';
import { findTabName } from './tab-names.ts';
import { listProfileTabs } from './tabs.tsx';

/** The chosen tab, in the URL. */
const useTab = (tabs: ReturnType<typeof listProfileTabs>) => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const tab = findTabName(new URLSearchParams(search).get('active'), tabs);
  // Other parameters belong to the list of the tab that is left.
  const choose = (name: string) =>
    void navigate(
      { search: setParameter('', 'active', name === 'Profile' ? undefined : name) },
      { replace: true, preventScrollReset: true },
    );
  return [tab, choose] as const;
};

const ProfileTabs = ({ account, isOwn }: { account: Account; isOwn: boolean }) => {
  const tabs = listProfileTabs(useUser()?.role);
  const [tab, choose] = useTab(tabs);
  return (
    <Tabs
      label="Profile"
      value={tab}
      onChange={choose}
      items={tabs.map(({ name, label, Content }) => ({
        value: name,
        label: label(isOwn),
        content: <Content {...{ account, isOwn }} />,
      }))}
    />
  );
};

const Loading = () => (
  <Stack gap="4" as="output" aria-busy="true" aria-label="Loading">
    <Skeleton height="36px" width="240px" />
    <Skeleton height="240px" />
  </Stack>
);

/** The page of an account: the own profile, or that of a user whom staff manage. */
export const ProfileScreen = () => {
  const { userId = '' } = useParams();
  const user = useUser();
  const query = useQuery(accountQuery(userId));
  const account = query.data;
  const isOwn = user?.id === userId;
  const managesOthers = !isOwn && user !== undefined && isStaff(user.role);
  return (
    <>
      <PageHeader
        title={isOwn ? 'Profile Settings' : 'Manage User Profile'}
        {...(managesOthers ? { overline: <TextLink to={usersPath}>Manage Users</TextLink> } : {})}
        description={account && `${personName(account)} · ${account.email}`}
      />
      {account && <SomeoneElse account={account} />}
      <AccountPending account={query} loading={<Loading />} />
      {/* Another account starts with its own form. */}
      {account && user && <ProfileTabs key={account.id} {...{ account, isOwn }} />}
    </>
  );
};

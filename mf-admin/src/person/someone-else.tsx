import { useUser } from '@readerlens/auth/react';
import { isStaff } from '@readerlens/contract/vocabulary';
import { Banner } from '@readerlens/ui';
import { TriangleAlert } from 'lucide-react';
import type { Account } from './account.queries.ts';
import { personName } from './person.ts';

/** Warns staff that the page is about the account of someone else. */
export const SomeoneElse = ({ account }: { account: Account }) => {
  const user = useUser();
  if (!user || user.id === account.id || !isStaff(user.role)) return null;
  return (
    <Banner tone="warning" shape="box" mb="4" icon={<TriangleAlert size={16} aria-hidden="true" />}>
      {`NOTE: You are currently in ${personName(account)} Account. Be mindful when making any changes, especially when deleting filters, to avoid unintended impacts.`}
    </Banner>
  );
};

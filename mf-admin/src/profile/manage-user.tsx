import { userUpdatedMessage } from '@readerlens/contract/administration/messages';
import { AccountFields } from '../account-form/account-fields.tsx';
import { AccountViewButton } from '../account-view/account-view.dialog.tsx';
import type { Account } from '../person/account.queries.ts';
import { ReadOnlyBanner } from '../person/read-only-banner.tsx';
import { ProfileActions } from './account-actions.tsx';
import { ApiDetails } from './api-details.tsx';
import { ClientDetails } from './client-details.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { useExistingAccount } from './use-existing-account.ts';

/** The form of someone else's account. What the person may not change is read-only. */
export const ManageUser = ({ account }: { account: Account }) => {
  const existing = useExistingAccount(account, userUpdatedMessage);
  const { base, form, changes, isSaved, mayChangeAny, onLeaveEmail } = existing;
  return (
    <AccountFields
      form={form}
      label="Account"
      onLeaveEmail={onLeaveEmail}
      isSaved={isSaved}
      readOnly={!mayChangeAny}
      aside={
        <>
          {base.enableApiAccess && <ClientDetails account={base} />}
          <ApiDetails account={base} />
        </>
      }
      notice={mayChangeAny ? <ConflictNotice account={existing} /> : <ReadOnlyBanner />}
      actions={
        <>
          <ProfileActions account={account} isDirty={form.isDirty} />
          {mayChangeAny && <AccountViewButton requestOf={() => ({ id: base.id, user: changes() })} />}
        </>
      }
    />
  );
};

import { resetSentMessage } from '@readerlens/contract/session/messages';
import { Button } from '@readerlens/ui';
import { KeyRound, MailPlus, UserRoundCog } from 'lucide-react';
import type { Account } from '../person/account.queries.ts';
import { useAccountActions, useMayDo } from '../person/use-account-actions.ts';
import type { ActionTexts } from '../person/use-account-actions.ts';

const chooseTexts = (isOwn: boolean): ActionTexts => ({
  resendFailed: 'Error resending user registration email.',
  resetFailed: 'Error resetting user password.',
  resetSent: isOwn ? () => 'Check your email for a password reset link' : resetSentMessage,
});

interface Props {
  account: Account;
  isOwn?: boolean;
  /** Changes are not saved yet: an action that leaves the page would lose them. */
  isDirty: boolean;
}

/** Beside Save: the mail that fits, and the impersonation. */
export const ProfileActions = ({ account, isOwn = false, isDirty }: Props) => {
  const may = useMayDo();
  const { busy, resetPassword, resendRegistration, logInAs } = useAccountActions({
    texts: chooseTexts(isOwn),
  });
  const isBusy = busy !== undefined;
  const canReset = account.isRegistered && may('resetPassword', account);
  const canResend = !account.isRegistered && may('resendRegistration', account);
  return (
    <>
      {canReset && (
        <Button
          icon={<KeyRound size={15} aria-hidden="true" />}
          loading={isBusy}
          onClick={() => resetPassword(account)}
        >
          Reset Password
        </Button>
      )}
      {canResend && (
        <Button
          icon={<MailPlus size={15} aria-hidden="true" />}
          loading={isBusy}
          onClick={() => resendRegistration(account)}
        >
          Resend Registration
        </Button>
      )}
      {may('impersonate', account) && (
        <Button
          icon={<UserRoundCog size={15} aria-hidden="true" />}
          disabled={isBusy || isDirty}
          title={isDirty ? 'Save or reset your changes first' : undefined}
          onClick={() => logInAs(account)}
        >
          Log in as
        </Button>
      )}
    </>
  );
};

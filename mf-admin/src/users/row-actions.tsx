import { CardActions, RowActions } from '@readerlens/ui/parts';
import { KeyRound, MailPlus, Trash2, UserRoundCog } from 'lucide-react';
import { createContext, useContext } from 'react';
import { personName } from '../person/person.ts';
import { useMayDo } from '../person/use-account-actions.ts';
import type { AccountActions } from '../person/use-account-actions.ts';
import type { UserRow } from './users.queries.ts';

/** Provides the actions of the list to its rows. */
export const RowActionsContext = createContext<AccountActions | undefined>(undefined);

const mailedAction = (user: UserRow, name: string, actions: AccountActions) =>
  user.isRegistered
    ? {
        label: 'Reset Password',
        name: `Reset Password of ${name}`,
        Icon: KeyRound,
        onSelect: () => actions.resetPassword(user),
      }
    : {
        label: 'Resend Registration',
        name: `Resend Registration to ${name}`,
        Icon: MailPlus,
        onSelect: () => actions.resendRegistration(user),
      };

/** The actions that the session's user may do. Delete is on every row, and disabled where it is not allowed. */
const useRowActions = (user: UserRow) => {
  const may = useMayDo();
  const actions = useContext(RowActionsContext);
  if (!actions) return { actions: [], isBusy: false };
  const name = personName(user);
  const logInAs = {
    label: 'Log in as',
    name: `Log in as ${name}`,
    Icon: UserRoundCog,
    onSelect: () => actions.logInAs(user),
  };
  const remove = {
    label: 'Delete',
    name: `Delete ${name}`,
    Icon: Trash2,
    refusal: may('delete', user) ? undefined : 'You cannot delete this account',
    onSelect: () => actions.remove(user),
  };
  const offered = [
    ...(may(user.isRegistered ? 'resetPassword' : 'resendRegistration', user)
      ? [mailedAction(user, name, actions)]
      : []),
    ...(may('impersonate', user) ? [logInAs] : []),
    remove,
  ];
  return { actions: offered, isBusy: actions.busy === user.id };
};

/** The actions of a row, as icons at its end. */
export const UserRowActions = ({ user }: { user: UserRow }) => <RowActions {...useRowActions(user)} />;

/** The actions of a card, with their names. */
export const UserCardActions = ({ user }: { user: UserRow }) => <CardActions {...useRowActions(user)} />;

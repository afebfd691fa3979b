import { Button, Flex, IconButton } from '@readerlens/ui';
import { KeyRound, MailPlus, Trash2, UserRoundCog } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { createContext, useContext } from 'react';
import { personName } from '../person/person.ts';
import { useMayDo } from '../person/use-account-actions.ts';
import type { AccountActions } from '../person/use-account-actions.ts';
import type { UserRow } from './users.queries.ts';

/** Provides the actions of the list to its rows. */
export const RowActionsContext = createContext<AccountActions | undefined>(undefined);

interface RowAction {
  /** The text of the button on a card. */
  label: string;
  /** The accessible name, with the user. */
  name: string;
  Icon: LucideIcon;
  /** Why it cannot be used. */
  refusal?: string | undefined;
  isBusy: boolean;
  onSelect: () => void;
}

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
const useRowActions = (user: UserRow): RowAction[] => {
  const may = useMayDo();
  const actions = useContext(RowActionsContext);
  if (!actions) return [];
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
  return offered.map((action) => ({ ...action, isBusy: actions.busy === user.id }));
};

/** The actions of a row, as icons at its end. */
export const RowActions = ({ user }: { user: UserRow }) => (
  <Flex justify="flex-end">
    {useRowActions(user).map(({ name, Icon, refusal, isBusy, onSelect }) => (
      <IconButton
        key={name}
        size="sm"
        label={name}
        title={refusal ?? name}
        icon={<Icon size={15} aria-hidden="true" />}
        disabled={isBusy || refusal !== undefined}
        onClick={onSelect}
      />
    ))}
  </Flex>
);

/** The actions of a card, with their names. */
export const CardActions = ({ user }: { user: UserRow }) => (
  <Flex mt="3" gap="2" wrap="wrap">
    {useRowActions(user).map(({ label, name, Icon, refusal, isBusy, onSelect }) => (
      <Button
        key={name}
        size="sm"
        aria-label={name}
        title={refusal}
        icon={<Icon size={14} aria-hidden="true" />}
        disabled={isBusy || refusal !== undefined}
        onClick={onSelect}
      >
        {label}
      </Button>
    ))}
  </Flex>
);

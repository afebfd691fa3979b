import { Button, Flex, IconButton } from '@readerlens/ui';
import { AlarmClock, AlarmClockOff, Pause, Play, Trash2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { AlertListRow } from '../alert/alert.queries.ts';
import { snoozeEnd } from '../alert/schedule-indicator.tsx';
import type { AlertActions } from './use-alert-actions.ts';

/** Provides the actions of the list to its rows. */
export const RowActionsContext = createContext<AlertActions | undefined>(undefined);

interface RowAction {
  /** The text of the button on a card. */
  label: string;
  /** The accessible name, with the alert. */
  name: string;
  Icon: LucideIcon;
  onSelect: () => void;
}

const scheduleAction = (alert: AlertListRow, actions: AlertActions): RowAction =>
  alert.scheduleActive
    ? {
        label: 'Deactivate',
        name: `Deactivate ${alert.name}`,
        Icon: Pause,
        onSelect: () => actions.deactivate(alert),
      }
    : {
        label: 'Activate',
        name: `Activate ${alert.name}`,
        Icon: Play,
        onSelect: () => actions.activate(alert),
      };

const snoozeAction = (alert: AlertListRow, actions: AlertActions): RowAction =>
  snoozeEnd(alert) === undefined
    ? {
        label: 'Snooze',
        name: `Snooze ${alert.name}`,
        Icon: AlarmClock,
        onSelect: () => actions.askSnooze(alert),
      }
    : {
        label: 'End snooze',
        name: `End snooze of ${alert.name}`,
        Icon: AlarmClockOff,
        onSelect: () => actions.snooze(alert, null),
      };

/** What the user may do with an alert: nothing with a received one, and a disabled one can only be stopped or deleted. */
const actionsOf = (alert: AlertListRow, actions: AlertActions): RowAction[] => {
  const { isReadOnly, isComplete, scheduleActive, disabled } = alert;
  if (isReadOnly) return [];
  return [
    ...(isComplete && (scheduleActive || !disabled) ? [scheduleAction(alert, actions)] : []),
    ...(isComplete && !disabled ? [snoozeAction(alert, actions)] : []),
    {
      label: 'Delete',
      name: `Delete ${alert.name}`,
      Icon: Trash2,
      onSelect: () => actions.remove(alert),
    },
  ];
};

const useRowActions = (alert: AlertListRow) => {
  const actions = useContext(RowActionsContext);
  return { entries: actions ? actionsOf(alert, actions) : [], isBusy: actions?.busy === alert.id };
};

/** The actions of a row, as icons at its end. */
export const RowActions = ({ alert }: { alert: AlertListRow }) => {
  const { entries, isBusy } = useRowActions(alert);
  return (
    <Flex justify="flex-end">
      {entries.map(({ name, Icon, onSelect }) => (
        <IconButton
          key={name}
          size="sm"
          label={name}
          icon={<Icon size={15} aria-hidden="true" />}
          disabled={isBusy}
          onClick={onSelect}
        />
      ))}
    </Flex>
  );
};

/** The actions of a card, with their names. */
export const CardActions = ({ alert }: { alert: AlertListRow }) => {
  const { entries, isBusy } = useRowActions(alert);
  return (
    <Flex mt="3" gap="2" wrap="wrap" _empty={{ display: 'none' }}>
      {entries.map(({ label, name, Icon, onSelect }) => (
        <Button
          key={name}
          size="sm"
          aria-label={name}
          icon={<Icon size={14} aria-hidden="true" />}
          disabled={isBusy}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
    </Flex>
  );
};

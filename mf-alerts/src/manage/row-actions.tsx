import { CardActions, RowActions } from '@readerlens/ui/parts';
import type { RowAction } from '@readerlens/ui/parts';
import { AlarmClock, AlarmClockOff, Pause, Play, Trash2, Webhook } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { AlertListRow } from '../alert/alert.queries.ts';
import { snoozeEnd } from '../alert/schedule-indicator.tsx';
import { nameReceivers } from './use-alert-actions.ts';
import type { AlertActions } from './use-alert-actions.ts';

/** Provides the actions of the list to its rows. */
export const RowActionsContext = createContext<AlertActions | undefined>(undefined);

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

const webhookAction = (alert: AlertListRow, actions: AlertActions): RowAction => ({
  label: 'Webhook',
  name: nameReceivers(alert),
  Icon: Webhook,
  onSelect: () => actions.openWebhook(alert),
});

/** What the user may do with an alert: nothing with a received one, and a disabled one can only be stopped or deleted. */
const listActions = (alert: AlertListRow, actions: AlertActions): RowAction[] => {
  const { isReadOnly, isComplete, scheduleActive, disabled } = alert;
  if (isReadOnly) return [];
  return [
    ...(isComplete && (scheduleActive || !disabled) ? [scheduleAction(alert, actions)] : []),
    ...(isComplete && !disabled ? [snoozeAction(alert, actions), webhookAction(alert, actions)] : []),
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
  return { actions: actions ? listActions(alert, actions) : [], isBusy: actions?.busy === alert.id };
};

/** The actions of a row, as icons at its end. */
export const AlertRowActions = ({ alert }: { alert: AlertListRow }) => (
  <RowActions {...useRowActions(alert)} />
);

/** The actions of a card, with their names. */
export const AlertCardActions = ({ alert }: { alert: AlertListRow }) => (
  <CardActions {...useRowActions(alert)} />
);

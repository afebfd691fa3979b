import { searchKeptMessage } from '@readerlens/contract/messages';
import { ListRows, ListToolbar, NoTextMatch, useListLayout, useListSearch } from '@readerlens/filters/list';
import { EmptyState, LinkButton, Span, Stack, useListTop } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { useState } from 'react';
import { newAlertPath } from '../alert/alert-paths.ts';
import type { AlertListRow } from '../alert/alert.queries.ts';
import { AlertCard, alertColumns } from './alert-columns.tsx';
import { alertsAddress, maxQueryLength } from './alerts-address.ts';
import { RowActionsContext } from './row-actions.tsx';
import { SnoozeDialog } from './snooze.dialog.tsx';
import { useAlertActions } from './use-alert-actions.ts';
import type { AlertActions } from './use-alert-actions.ts';
import type { ManageAlerts } from './use-manage-alerts.ts';
import { WebhookDialog } from './webhook.dialog.tsx';

const renderCard = (alert: AlertListRow) => <AlertCard alert={alert} />;
const rowKey = ({ id }: AlertListRow) => id;

const Snooze = ({ actions: { snoozing, snooze, closeSnooze } }: { actions: AlertActions }) =>
  snoozing && (
    <SnoozeDialog
      key={snoozing.id}
      alert={snoozing}
      onSnooze={(until) => snooze(snoozing, until)}
      onClose={closeSnooze}
    />
  );

const NoAlerts = () => (
  <EmptyState
    message="There are no alerts yet. An alert tells you when readers or organizations do what you wait for."
    action={<LinkButton to={newAlertPath}>New Alert</LinkButton>}
  />
);

/** The alerts a page at a time, with the search box. */
export const AlertsList = ({ alerts }: { alerts: ManageAlerts }) => {
  const { view, show, list } = alerts;
  const { total, isLoading } = list;
  const search = useListSearch({ view, show });
  const actions = useAlertActions();
  const layout = useListLayout('alerts', alertColumns);
  const [section, setSection] = useState<HTMLElement | null>(null);
  useListTop(section, view);
  const noMatch = `No name or description of an alert matches '${view.query}'.`;
  return (
    <Stack gap="3" ref={setSection} scrollMarginTop="3" data-fill="">
      <ListToolbar
        {...{ search, layout, isLoading }}
        label="Search name or description"
        placeholder="Name or description"
        maxLength={maxQueryLength}
        columns={alertColumns}
      >
        <Span aria-live="polite" color="textMuted" fontVariantNumeric="tabular-nums">
          {total !== undefined && countText(total, 'alert')}
        </Span>
      </ListToolbar>
      <RowActionsContext value={actions}>
        <ListRows
          {...{ list, view, show, rowKey, renderCard: renderCard }}
          rules={alertsAddress.rules}
          caption="List of alerts"
          pages="Pages of alerts"
          columns={layout.columns}
          density={layout.density}
          firstRows={10}
          loadingHeight="180px"
          refused="You do not have access to the alerts"
          offlineNote={searchKeptMessage}
          empty={view.query === '' ? <NoAlerts /> : <NoTextMatch message={noMatch} search={search} />}
        />
      </RowActionsContext>
      <Snooze actions={actions} />
      {actions.webhook && <WebhookDialog alert={actions.webhook} onClose={actions.closeWebhook} />}
    </Stack>
  );
};

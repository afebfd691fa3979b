import {
  ListPager,
  ListStates,
  ListTable,
  ListToolbar,
  NoTextMatch,
  useListLayout,
  useListSearch,
} from '@readerlens/filters/list';
import { EmptyState, LinkButton, Span, Stack, useListTop } from '@readerlens/ui';
import { useState } from 'react';
import { newAlertPath } from '../alert/alert-paths.ts';
import type { AlertListRow } from '../alert/alert.queries.ts';
import { AlertCard, alertColumns } from './alert-columns.tsx';
import { alertPageSizes, alertSortColumns, maxQueryLength } from './alerts-address.ts';
import { RowActionsContext } from './row-actions.tsx';
import { SnoozeDialog } from './snooze.dialog.tsx';
import { useAlertActions } from './use-alert-actions.ts';
import type { AlertActions } from './use-alert-actions.ts';
import type { ManageAlerts } from './use-manage-alerts.ts';

const countText = (total: number) => `${total.toLocaleString('en-US')} ${total === 1 ? 'alert' : 'alerts'}`;
const cardOf = (alert: AlertListRow) => <AlertCard alert={alert} />;
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
  const { rows, total, isLoading } = list;
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
          {total !== undefined && countText(total)}
        </Span>
      </ListToolbar>
      <ListStates
        list={list}
        refused="You do not have access to the alerts"
        offlineNote="Your search is kept."
        empty={view.query === '' ? <NoAlerts /> : <NoTextMatch message={noMatch} search={search} />}
      >
        <RowActionsContext value={actions}>
          <ListTable
            caption="List of alerts"
            rows={rows}
            columns={layout.columns}
            density={layout.density}
            rowKey={rowKey}
            cardOf={cardOf}
            sort={view.sort}
            sortColumns={alertSortColumns}
            onSort={(sort) => show({ sort, page: 1 })}
            loadingRows={isLoading ? Math.min(view.size, total ?? 10) : undefined}
            loadingHeight="180px"
          />
        </RowActionsContext>
        <ListPager label="Pages of alerts" sizes={alertPageSizes} {...{ view, total, show }} />
      </ListStates>
      <Snooze actions={actions} />
    </Stack>
  );
};

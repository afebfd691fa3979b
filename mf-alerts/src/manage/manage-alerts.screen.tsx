import { FillPage, LinkButton, PageHeader } from '@readerlens/ui';
import { Plus } from 'lucide-react';
import { newAlertPath } from '../alert/alert-paths.ts';
import { AlertsList } from './alerts-list.tsx';
import { useManageAlerts } from './use-manage-alerts.ts';

/** The alerts that the user owns or receives. */
export const ManageAlertsScreen = () => {
  const alerts = useManageAlerts();
  return (
    <FillPage>
      <PageHeader
        title="Manage Alerts"
        actions={
          <LinkButton to={newAlertPath} variant="primary" icon={<Plus size={15} aria-hidden="true" />}>
            New Alert
          </LinkButton>
        }
      />
      <AlertsList alerts={alerts} />
    </FillPage>
  );
};

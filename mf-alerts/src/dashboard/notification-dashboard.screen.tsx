import { useAccess } from '@readerlens/auth/react';
import { FillPage, LinkButton, PageHeader, useOffers } from '@readerlens/ui';
import { RunsList } from './runs-list.tsx';
import { useRuns } from './use-runs.ts';

const alertsPath = '/notifications/search';

/** Lists what the alerts that the user receives have found. */
export const NotificationDashboardScreen = () => {
  const runs = useRuns();
  const mayManage = useAccess({ claim: 'manageNotifications' });
  const offers = useOffers();
  return (
    <FillPage>
      <PageHeader
        title="Notification Dashboard"
        description={
          mayManage
            ? undefined
            : 'Your account receives results of alerts, and may not make alerts. To change this, please contact your representative.'
        }
        actions={mayManage && offers(alertsPath) && <LinkButton to={alertsPath}>Manage Alerts</LinkButton>}
      />
      <RunsList runs={runs} />
    </FillPage>
  );
};

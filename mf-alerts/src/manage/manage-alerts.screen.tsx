import { PageHeader } from '@readerlens/ui';

export const ManageAlertsScreen = () => <PageHeader title="Manage Alerts" />;

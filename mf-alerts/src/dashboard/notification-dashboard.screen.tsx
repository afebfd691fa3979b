import { PageHeader } from '@readerlens/ui';

export const NotificationDashboardScreen = () => <PageHeader title="Notification Dashboard" />;

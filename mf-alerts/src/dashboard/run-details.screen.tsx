import { PageHeader } from '@readerlens/ui';

export const RunDetailsScreen = () => <PageHeader title="Notification" />;

import { PageHeader } from '@readerlens/ui';

export const AlertWizardScreen = () => <PageHeader title="Alert" />;

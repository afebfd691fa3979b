import { defineWidget } from '@readerlens/ui';
import { SubjectAlertsCard, organizationAlertsLabel } from './alert/subject-alerts-card.tsx';

export const { bootstrap, mount, unmount, update } = defineWidget({
  label: organizationAlertsLabel,
  Component: SubjectAlertsCard,
});

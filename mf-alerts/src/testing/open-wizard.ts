import type { RouteObject } from 'react-router-dom';
import { AlertWizardScreen } from '../wizard/alert-wizard.screen.tsx';
import { openScreen } from './open-alerts.tsx';

const routes: RouteObject[] = [
  { path: '/notification/:id/:step', Component: AlertWizardScreen },
  { path: '/notifications/search', Component: () => 'The list' },
];

/** Renders the wizard at a place such as 'a1/2'. */
export const openWizard = (place: string, options: Parameters<typeof openScreen>[2] = {}) =>
  openScreen(routes, `/notification/${place}`, options);

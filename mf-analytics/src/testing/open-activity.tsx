import type { AreaProps } from '@readerlens/ui';
import { IndividualActivityScreen } from '../individual-activity/individual-activity.screen.tsx';
import { openScreen } from './open-screen.tsx';

/** Renders the page of one activity; `state` is that of the history entry. */
export const openActivity = (address: string, state?: unknown, offers?: AreaProps['offers']) =>
  openScreen(IndividualActivityScreen, {
    address,
    state,
    offers,
    path: '/individual-activity/:activityReportConfigId/:activityReportId/:activityId',
  });

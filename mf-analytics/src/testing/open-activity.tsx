import type { AreaProps } from '@readerlens/ui';
import { IndividualActivityScreen } from '../individual-activity/individual-activity.screen.tsx';
import { openScreen } from './open-screen.tsx';

/** Shows the page of one activity; `state` is what the history's entry has beside the address. */
export const openActivity = (address: string, state?: unknown, offers?: AreaProps['offers']) =>
  openScreen(IndividualActivityScreen, {
    address,
    state,
    offers,
    path: '/individual-activity/:activityReportConfigId/:activityReportId/:activityId',
  });

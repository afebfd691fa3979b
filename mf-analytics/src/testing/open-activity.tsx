import { IndividualActivityScreen } from '../individual-activity/individual-activity.screen.tsx';
import { openScreen } from './open-screen.tsx';

/** Shows the page of one activity. */
export const openActivity = (address: string) =>
  openScreen(IndividualActivityScreen, {
    address,
    path: '/individual-activity/:activityReportConfigId/:activityReportId/:activityId',
  });

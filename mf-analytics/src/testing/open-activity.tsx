import { IndividualActivityScreen } from '../individual-activity/individual-activity.screen.tsx';
import { openScreen } from './open-screen.tsx';

/** Shows the page of one activity; `state` is what the history's entry has beside the address. */
export const openActivity = (address: string, state?: unknown) =>
  openScreen(IndividualActivityScreen, {
    address,
    state,
    path: '/individual-activity/:activityReportConfigId/:activityReportId/:activityId',
  });

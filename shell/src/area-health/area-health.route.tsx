import { lazyScreen } from '@readerlens/ui';
import { StaffPage } from '../layout/staff-page.tsx';

const Screen = lazyScreen(() =>
  import(/* webpackChunkName: "area-health" */ './area-health.screen.tsx').then(
    ({ AreaHealthScreen }) => AreaHealthScreen,
  ),
);

export const AreaHealthRoute = () => (
  <StaffPage title="Area Health">
    <Screen />
  </StaffPage>
);

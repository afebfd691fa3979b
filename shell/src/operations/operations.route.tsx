import { lazyScreen } from '@readerlens/ui';
import { StaffPage } from '../layout/staff-page.tsx';

const Screen = lazyScreen(() =>
  import(/* webpackChunkName: "operations" */ './operations.screen.tsx').then(
    ({ OperationsScreen }) => OperationsScreen,
  ),
);

export const OperationsRoute = () => (
  <StaffPage title="Operations">
    <Screen />
  </StaffPage>
);

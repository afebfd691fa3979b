import { LinkButton } from '../components/button.tsx';
import { EmptyState } from '../components/states.tsx';

/** The page of an address that nothing stands at. */
export const NotFound = () => (
  <EmptyState
    titleAs="h1"
    title="404 Not Found"
    message="There is no page at this address."
    action={<LinkButton to="/">Go to Performance Overview</LinkButton>}
  />
);

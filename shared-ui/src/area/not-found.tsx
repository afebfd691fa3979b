import { HomeLink } from '../components/button.tsx';
import { EmptyState } from '../components/states.tsx';

/** The page for an unknown address. */
export const NotFound = () => (
  <EmptyState
    titleAs="h1"
    title="404 Not Found"
    message="There is no page at this address."
    action={<HomeLink />}
  />
);

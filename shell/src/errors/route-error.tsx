import { Box, ErrorState } from '@readerlens/ui';
import { useRouteError } from 'react-router-dom';

/** The last resort, for an error that no area and no page caught. Offers a reload. */
export const RouteError = () => {
  const error = useRouteError();
  return (
    <Box as="main" display="grid" placeItems="center" minH="100dvh">
      <ErrorState
        message={error instanceof Error ? error.message : undefined}
        retryLabel="Reload"
        onRetry={() => location.reload()}
      />
    </Box>
  );
};

import { Skeleton, Stack } from '@readerlens/ui';

/** Stands in the place of a step until it is known. */
export const LoadingStep = () => (
  <Stack gap="4" as="output" aria-busy="true" aria-label="Loading">
    <Skeleton height="40px" />
    <Skeleton height="320px" />
  </Stack>
);

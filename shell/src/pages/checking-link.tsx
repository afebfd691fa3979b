import { Box, Spinner } from '@readerlens/ui';

/** Shown while the server checks the token of a mailed link. */
export const CheckingLink = () => (
  <Box display="grid" placeItems="center" minH="200px">
    <Spinner size={28} label="Checking the link" />
  </Box>
);

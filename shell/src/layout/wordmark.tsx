import { Box, LensMark, Span } from '@readerlens/ui';

/** The logo with the product name. */
export const Wordmark = ({ size = 26 }: { size?: number }) => (
  <Box display="inline-flex" alignItems="center" gap="2">
    <LensMark size={size} />
    <Span fontWeight="semibold" letterSpacing="-0.035em" style={{ fontSize: size * 0.73 }}>
      Readerlens
    </Span>
  </Box>
);

import { Box, Grid, Span, Stack, Text } from '@readerlens/ui';
import type { ReactNode } from 'react';

/** The rows of a card of the set-up. */
export const SetupRows = ({ children }: { children: ReactNode }) => <Stack gap="0">{children}</Stack>;

/** A check box, and beside it, or below it on a phone, what it is about. */
export const SetupRow = ({ label, children }: { label?: string; children: ReactNode }) => (
  <Grid
    role={label === undefined ? undefined : 'group'}
    aria-label={label}
    templateColumns={{ base: 'minmax(0, 1fr)', md: '280px minmax(0, 1fr)' }}
    columnGap="5"
    rowGap="2"
    py="3"
    borderTopWidth="1px"
    alignItems="start"
    _first={{ borderTopWidth: 0, pt: 0 }}
    _last={{ pb: 0 }}
  >
    {children}
  </Grid>
);

/** The name and the address of a contact, as the label of a check box. */
export const ContactLabel = ({ name, email }: { name: string; email: string }) => (
  <>
    <Box as="span" display="block" fontWeight="medium" overflowWrap="anywhere">
      {name}
    </Box>
    <Span display="block" textStyle="small" color="textMuted" overflowWrap="anywhere">
      {email}
    </Span>
  </>
);

/** What is refused about a row. */
export const RowProblem = ({ problem }: { problem: string | undefined }) =>
  problem !== undefined && (
    <Text role="alert" textStyle="small" color="negative">
      {problem}
    </Text>
  );

export const NoContacts = () => <Text color="textMuted">The form has no contacts.</Text>;

import { Box } from '@readerlens/ui';
import { FieldList } from '@readerlens/ui/parts';
import type { ReactNode } from 'react';

/** On a phone the labels of both lists have the same width. */
const columns = { base: '150px minmax(0, 1fr)', lg: 'fit-content(50%) minmax(0, 1fr)' };

/** What is known about a reader or an organization; fields without a value are left out. */
export const SubjectFacts = ({ children }: { children: ReactNode }) => (
  <FieldList layout="inline" rowGap="1.5" alignContent="start" gridTemplateColumns={columns}>
    {children}
  </FieldList>
);

/** Two lists of facts, beside each other where there is room. */
export const FactColumns = ({ children }: { children: ReactNode }) => (
  <Box
    display="grid"
    columnGap="8"
    rowGap="1.5"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
  >
    {children}
  </Box>
);

import { Box, Heading, cssColor, styled } from '@readerlens/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';

/** A panel of the sheet with its heading. */
export const SheetPanel = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <Box as="section" aria-labelledby={id} mt="6">
      <Heading id={id} color="accentText" pb="1.5" mb="3" borderBottomWidth="1px">
        {title}
      </Heading>
      {children}
    </Box>
  );
};

const Facts = styled('dl', {
  base: {
    m: 0,
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '162px minmax(0, 1fr)' },
    columnGap: '4',
    rowGap: { base: '0.5', sm: '2.5' },
    '& dt': { textStyle: 'overline', color: 'textSubtle', pt: { sm: '3px' } },
    '& dd': { m: 0, mb: { base: '2.5', sm: 0 }, overflowWrap: 'anywhere' },
  },
});

/** Labels and values of a panel; on a narrow page below one another, on paper always side by side. */
export const SheetFacts = ({ children }: { children: ReactNode }) => <Facts data-facts="">{children}</Facts>;

/** One of them; nothing where there is no value. */
export const SheetFact = ({ label, children }: { label: string; children: ReactNode }) =>
  children === null || children === undefined || children === '' ? null : (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );

const steps = { Early: 1, Middle: 2, Late: 3, Unclassified: 0 } as const;

/** How far the reader's journey has come: three places, some of them taken. */
export const StageMark = ({ stage }: { stage: keyof typeof steps }) => (
  <svg width="26" height="8" viewBox="0 0 26 8" aria-hidden="true">
    {[0, 1, 2].map((step) => (
      <circle
        key={step}
        cx={4 + step * 9}
        cy="4"
        r="3.4"
        fill={cssColor(step < steps[stage] ? 'accent' : 'borderStrong')}
      />
    ))}
  </svg>
);

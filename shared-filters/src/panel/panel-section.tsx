import { Badge, Grid, Heading, styled } from '@readerlens/ui';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

const Root = styled('details', {
  base: {
    background: 'surface',
    borderWidth: '1px',
    borderRadius: 'lg',
    minW: 0,
    '&:not([open]) > summary > svg': { transform: 'rotate(-90deg)' },
  },
});
const Head = styled('summary', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    px: { base: '4', md: '5' },
    py: '3',
    borderRadius: 'lg',
    cursor: 'pointer',
    userSelect: 'none',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    _hover: { background: 'hover' },
    '& > svg': { color: 'textMuted', transition: 'transform 120ms' },
  },
});

interface Props {
  id: string;
  title: string;
  /** The number of filters set in the section. */
  count: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  hidden: boolean;
  children: ReactNode;
}

/** A collapsible section of the panel. Its content stays mounted while collapsed, so that input is kept. */
export const PanelSection = ({ id, title, count, open, onOpenChange, hidden, children }: Props) => (
  <Root
    id={id}
    open={open}
    hidden={hidden}
    onToggle={(event: { currentTarget: HTMLDetailsElement }) => onOpenChange(event.currentTarget.open)}
  >
    <Head>
      <ChevronDown size={16} aria-hidden="true" />
      <Heading as="h3">{title}</Heading>
      {count > 0 && (
        <Badge tone="accent">
          {count} <span>set</span>
        </Badge>
      )}
    </Head>
    <Grid
      templateColumns={{
        base: 'minmax(0, 1fr)',
        md: 'repeat(2, minmax(0, 1fr))',
        xl: 'repeat(3, minmax(0, 1fr))',
      }}
      columnGap="5"
      rowGap="4"
      alignItems="start"
      px={{ base: '4', md: '5' }}
      pb="5"
      pt="1"
    >
      {children}
    </Grid>
  </Root>
);

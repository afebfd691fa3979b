import { Badge, Grid, Heading, styled } from '@readerlens/ui';
import { ChevronDown } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';

const Root = styled('details', {
  base: {
    minW: 0,
    '&:not([open]) > summary > svg': { transform: 'rotate(-90deg)' },
  },
  variants: {
    flat: {
      true: { '--section-space': '0px', borderTopWidth: '1px', py: '1' },
      false: { '--section-space': '20px', background: 'surface', borderWidth: '1px', borderRadius: 'lg' },
    },
  },
});
const Head = styled('summary', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    px: 'var(--section-space)',
    py: '3',
    borderRadius: 'lg',
    cursor: 'pointer',
    userSelect: 'none',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    _hover: { color: 'accentText' },
    '& > svg': { color: 'textMuted', transition: 'transform 120ms' },
  },
});

/** One to three columns, as many as have room: the panel is narrow even in wide windows. */
const columns = 'repeat(auto-fill, minmax(min(100%, max(260px, (100% - 40px) / 3)), 1fr))';

interface Props {
  title: string;
  /** Part of a panel instead of a card. */
  flat: boolean;
  /** The number of filters set in the section. */
  count: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  hidden: boolean;
  children: ReactNode;
}

/**
 * A collapsible section of the panel. Its content stays mounted while collapsed, so that input is kept. A click is handled
 * here: if the browser toggled as well, its late events and late renders could undo each other without end.
 */
export const PanelSection = ({ title, flat, count, open, onOpenChange, hidden, children }: Props) => (
  <Root
    flat={flat}
    open={open}
    hidden={hidden}
    // The browser opens it for a word that is found in the page.
    onToggle={(event: { currentTarget: HTMLDetailsElement }) =>
      event.currentTarget.open && !open && onOpenChange(true)
    }
  >
    <Head
      onClick={(event: MouseEvent) => {
        event.preventDefault();
        onOpenChange(!open);
      }}
    >
      <ChevronDown size={16} aria-hidden="true" />
      <Heading as="h3">{title}</Heading>
      {count > 0 && (
        <Badge tone="accent">
          {count} <span>set</span>
        </Badge>
      )}
    </Head>
    <Grid
      templateColumns={columns}
      columnGap="5"
      rowGap="4"
      alignItems="start"
      px="var(--section-space)"
      pb="5"
      pt="1"
    >
      {children}
    </Grid>
  </Root>
);

import { Box, Button, Span, Text } from '@readerlens/ui';
import type { KeyboardEvent } from 'react';

// Touch needs larger targets than a pointer.
const size = { base: 'md', sm: 'sm' } as const;

/** Offers the tour once to a new user; the page behind stays usable. */
export const TourOffer = ({ onStart, onDecline }: { onStart: () => void; onDecline: () => void }) => {
  const decline = () => {
    onDecline();
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') decline();
  };
  return (
    <Box
      as="section"
      aria-label="Product tour"
      onKeyDown={onKeyDown}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2.5"
      width={{ base: 'calc(100vw - 32px)', sm: '300px' }}
      ps="4"
      pe={{ base: '2', sm: '3' }}
      py="3"
      background="raised"
      borderRadius="xl"
      boxShadow="lg"
      animation="rise 180ms"
    >
      <Text flex="1" minW={{ base: '150px', sm: '100%' }} lineHeight="snug">
        <Span fontWeight="semibold">New here?</Span> Take a one-minute tour
      </Text>
      <Button size={size} variant="primary" onClick={onStart}>
        Start
      </Button>
      <Button size={size} variant="ghost" onClick={decline}>
        Not now
      </Button>
    </Box>
  );
};

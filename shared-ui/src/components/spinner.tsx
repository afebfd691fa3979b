import { chakra } from '@chakra-ui/react';

const Ring = chakra('span', {
  base: {
    display: 'inline-block',
    flexShrink: 0,
    borderRadius: 'full',
    borderWidth: '2px',
    borderColor: 'color-mix(in srgb, currentColor 25%, transparent)',
    borderTopColor: 'currentColor',
    animation: 'turn 700ms linear infinite',
  },
});

/** A spinner. `size` in pixels; an empty `label` where the surrounding element announces the progress. */
export const Spinner = ({ size = 20, label = 'Loading' }: { size?: number; label?: string }) =>
  label === '' ? (
    <Ring style={{ width: size, height: size }} aria-hidden="true" />
  ) : (
    <Ring as="output" style={{ width: size, height: size }} aria-label={label} />
  );

import { styled } from '@readerlens/ui';

const Link = styled('a', {
  base: {
    position: 'fixed',
    top: '8px',
    left: '8px',
    zIndex: 'toast',
    px: '4',
    py: '2',
    borderRadius: 'md',
    background: 'accent',
    color: 'onAccent',
    fontWeight: 'medium',
    transform: 'translateY(-200%)',
    _focus: { transform: 'none' },
  },
});

/** The first tab stop: skips the menus. */
export const SkipLink = () => (
  <Link
    href="#content"
    onClick={(event: { preventDefault: () => void }) => {
      // The router would treat the hash as a navigation.
      event.preventDefault();
      document.querySelector<HTMLElement>('main')?.focus();
    }}
  >
    Skip to content
  </Link>
);

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

/** The first stop of the keyboard: past the menus, to the page. */
export const SkipLink = () => (
  <Link
    href="#content"
    onClick={(event: { preventDefault: () => void }) => {
      // The router would take the hash for a navigation.
      event.preventDefault();
      document.querySelector<HTMLElement>('main')?.focus();
    }}
  >
    Skip to content
  </Link>
);

import { chakra } from '@chakra-ui/react';
import type { Role } from '@readerlens/contract/vocabulary';
import { levelOfRole, levelTone } from './level-badge.tsx';

const Root = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    borderRadius: 'full',
    color: 'onRole',
    fontWeight: 'semibold',
    letterSpacing: 'snug',
    userSelect: 'none',
  },
  variants: {
    tone: {
      primary: { background: 'rolePrimary' },
      secondary: { background: 'roleSecondary' },
      gray: { background: 'roleNeutral' },
    },
  },
});

const formatInitials = (name: string) => {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const last = words.length > 1 ? words.at(-1) : '';
  return `${words[0]?.charAt(0) ?? ''}${last?.charAt(0) ?? ''}`.toUpperCase() || '?';
};

/** Initials in the color of the role. Decorative: the name is beside it or in a label. */
export const Avatar = ({ name, role, size = 32 }: { name: string; role: Role; size?: number }) => {
  const tone = levelTone[levelOfRole(role)];
  return (
    <Root
      tone={tone}
      data-tone={tone}
      aria-hidden="true"
      style={{ width: size, height: size, fontSize: size * 0.38 }}
    >
      {formatInitials(name)}
    </Root>
  );
};

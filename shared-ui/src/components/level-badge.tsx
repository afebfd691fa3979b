import { chakra } from '@chakra-ui/react';
import { isStaff } from '@readerlens/contract/vocabulary';
import type { AccessLevel, Role } from '@readerlens/contract/vocabulary';
import { Badge } from './surfaces.tsx';

/** The color of an access level. */
export const levelTone = {
  Internal: 'primary',
  Premium: 'secondary',
  Basic: 'gray',
} as const satisfies Record<AccessLevel, string>;

export const levelOfRole = (role: Role): AccessLevel => {
  if (isStaff(role)) return 'Internal';
  return role === 'Premium' ? 'Premium' : 'Basic';
};

/** A badge in the color of an access level or a role. */
export const LevelBadge = chakra(Badge, {
  base: { background: 'hover' },
  variants: {
    level: {
      Internal: { color: 'rolePrimary' },
      Premium: { color: 'roleSecondary' },
      Basic: { color: 'textMuted' },
    },
  },
});

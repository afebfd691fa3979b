import { roleLabels } from '@readerlens/contract/vocabulary';
import type { Role } from '@readerlens/contract/vocabulary';
import { LevelBadge, levelOfRole } from '@readerlens/ui';

export const RoleBadge = ({ role }: { role: Role }) => (
  <LevelBadge level={levelOfRole(role)}>{roleLabels[role]}</LevelBadge>
);

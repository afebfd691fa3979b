import { Badge, IconButton } from '@readerlens/ui';
import { X } from 'lucide-react';

interface Props {
  /** What the list is limited to. */
  children: string;
  /** 'Show all alerts' */
  clearLabel: string;
  onClear: () => void;
}

/** Says that a list shows only what belongs to one thing. */
export const ScopeBadge = ({ children, clearLabel, onClear }: Props) => (
  <Badge tone="accent" whiteSpace="normal" overflowWrap="anywhere" pe="0">
    {children}
    <IconButton
      size="sm"
      minH="24px"
      width="24px"
      label={clearLabel}
      icon={<X size={13} aria-hidden="true" />}
      onClick={onClear}
    />
  </Badge>
);

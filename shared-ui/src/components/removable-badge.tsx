import { X } from 'lucide-react';
import { IconButton } from './button.tsx';
import { Badge } from './surfaces.tsx';

interface Props {
  text: string;
  /** Of the button that removes it. */
  label: string;
  onRemove: () => void;
}

/** An item of a list of what narrows a page, which the user can remove. */
export const RemovableBadge = ({ text, label, onRemove }: Props) => (
  <Badge as="li" tone="accent" whiteSpace="normal" overflowWrap="anywhere" pe="0">
    {text}
    <IconButton
      size="sm"
      minH="24px"
      width="24px"
      label={label}
      icon={<X size={13} aria-hidden="true" />}
      onClick={onRemove}
    />
  </Badge>
);

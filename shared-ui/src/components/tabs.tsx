import { Tabs as Base } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface TabItem {
  value: string;
  label: ReactNode;
  content: ReactNode;
  disabled?: boolean;
}

interface Props {
  label: string;
  items: readonly TabItem[];
  value: string;
  onChange: (value: string) => void;
}

/** Tabs; a panel is mounted when first opened. */
export const Tabs = ({ label, items, value, onChange }: Props) => (
  <Base.Root value={value} onValueChange={(details) => onChange(details.value)} lazyMount>
    <Base.List aria-label={label}>
      {items.map((item) => (
        <Base.Trigger key={item.value} value={item.value} disabled={item.disabled === true}>
          {item.label}
        </Base.Trigger>
      ))}
    </Base.List>
    {items.map((item) => (
      <Base.Content key={item.value} value={item.value}>
        {item.content}
      </Base.Content>
    ))}
  </Base.Root>
);

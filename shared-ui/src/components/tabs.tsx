import { Tabs as Base } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
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

/** Scrolls the selected tab into view: not all tabs fit into a narrow window. */
const useSelectedInView = (value: string) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected=true]');
    if (!list.current || !tab) return;
    const [outer, inner] = [list.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (inner.right > outer.right) list.current.scrollLeft += inner.right - outer.right;
    if (inner.left < outer.left) list.current.scrollLeft -= outer.left - inner.left;
  }, [value]);
  return list;
};

/** Tabs; a panel is mounted when first opened. */
export const Tabs = ({ label, items, value, onChange }: Props) => {
  const list = useSelectedInView(value);
  return (
    <Base.Root value={value} onValueChange={(details) => onChange(details.value)} lazyMount>
      <Base.List ref={list} aria-label={label}>
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
};

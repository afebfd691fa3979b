import { Menu as Base, Portal, chakra, useMenu } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useCallback, useRef } from 'react';
import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { useClosable } from './use-popup.ts';

export interface MenuEntry {
  id: string;
  label: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
  /** When set, the entry is a checkbox. */
  checked?: boolean;
  /** Starts a new group; a string is its heading. */
  group?: string | true;
  /** Makes the entry a real link; a plain click calls `onSelect` instead of following it. */
  href?: string | undefined;
  onSelect: () => void;
}

interface Props {
  /** The button that opens it. */
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  /** Above the entries. */
  header?: ReactNode;
  placement?: 'bottom-start' | 'bottom-end' | 'right-end' | 'top-start';
}

/** Leaves clicks that open a new tab or window to the browser. */
const followHere = (event: MouseEvent, follow: () => void) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  follow();
};

const Item = ({ entry }: { entry: MenuEntry }) => {
  // onClick, not the menu's onSelect: that depends on a highlight, which a tap may not have set. Enter clicks as well.
  const select = () => {
    if (!entry.disabled) entry.onSelect();
  };
  const content = (
    <>
      {entry.icon}
      <Base.ItemText>{entry.label}</Base.ItemText>
    </>
  );
  if (entry.href && !entry.disabled) {
    return (
      <Base.Item value={entry.id} asChild>
        <chakra.a href={entry.href} onClick={(event) => followHere(event, select)}>
          {content}
        </chakra.a>
      </Base.Item>
    );
  }
  if (entry.checked === undefined) {
    return (
      <Base.Item value={entry.id} disabled={entry.disabled === true} onClick={select}>
        {content}
      </Base.Item>
    );
  }
  return (
    <Base.CheckboxItem
      value={entry.id}
      checked={entry.checked}
      disabled={entry.disabled === true}
      closeOnSelect={false}
      onClick={select}
    >
      {content}
      <chakra.span width="16px">{entry.checked && <Check size={16} aria-hidden="true" />}</chakra.span>
    </Base.CheckboxItem>
  );
};

const landmarks = 'main, header, footer, aside, [role="dialog"], [role="alertdialog"]';

/** Renders the menu in the landmark of its button, where users who navigate by landmarks find it. */
const useLandmark = () => {
  const place = useRef<HTMLElement>(null);
  const find = useCallback((button: HTMLElement | null) => {
    place.current = button?.closest<HTMLElement>(landmarks) ?? null;
  }, []);
  return { place, find };
};

/** A button with a menu of commands: arrow keys, type-ahead, Escape. */
export const Menu = ({ trigger, entries, header, placement = 'bottom-end' }: Props) => {
  const { place, find } = useLandmark();
  const menu = useMenu({ positioning: { placement } });
  useClosable(menu.api.open, () => menu.api.setOpen(false));
  return (
    <Base.RootProvider value={menu} lazyMount unmountOnExit>
      <Base.Trigger ref={find} asChild>
        {trigger}
      </Base.Trigger>
      <Portal container={place}>
        <Base.Positioner>
          <Base.Content>
            {header}
            {entries.map((entry, index) => (
              <div key={entry.id} role="presentation">
                {entry.group && index > 0 && <Base.Separator />}
                {typeof entry.group === 'string' && (
                  <chakra.div px="2.5" pt="1.5" pb="1" textStyle="overline" color="textSubtle">
                    {entry.group}
                  </chakra.div>
                )}
                <Item entry={entry} />
              </div>
            ))}
          </Base.Content>
        </Base.Positioner>
      </Portal>
    </Base.RootProvider>
  );
};

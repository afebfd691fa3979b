import { Menu as Base, Portal, chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useCallback, useRef } from 'react';
import type { MouseEvent, ReactElement, ReactNode } from 'react';

export interface MenuEntry {
  id: string;
  label: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
  /** Present: the entry is a check mark that is on or off. */
  checked?: boolean;
  /** Starts a new group, with a heading when it is a text. */
  group?: string | true;
  /** The entry leads to a page: a real link, which a plain click follows by `onSelect`. */
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

/** A click for another tab or window is the browser's. */
const followHere = (event: MouseEvent, follow: () => void) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  follow();
};

const Item = ({ entry }: { entry: MenuEntry }) => {
  // Clicks, not the menu's own selection: that hangs on a highlight which a tap may not have set. Enter clicks as well.
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

/** Where the menu is put: in the landmark of its button, so that whoever goes by landmarks does not lose it. */
const useLandmark = () => {
  const place = useRef<HTMLElement>(null);
  const find = useCallback((button: HTMLElement | null) => {
    place.current = button?.closest<HTMLElement>(landmarks) ?? null;
  }, []);
  return { place, find };
};

/** A menu of commands behind a button: arrow keys, typing ahead, Escape. */
export const Menu = ({ trigger, entries, header, placement = 'bottom-end' }: Props) => {
  const { place, find } = useLandmark();
  return (
    <Base.Root positioning={{ placement }}>
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
    </Base.Root>
  );
};

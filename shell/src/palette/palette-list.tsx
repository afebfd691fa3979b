import { Box, Span, styled } from '@readerlens/ui';
import { useEffect, useId, useRef } from 'react';
import type { MouseEvent } from 'react';
import { NavIcon } from '../icons/nav-icons.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

export const listId = 'palette-list';
/** By position: the ids of an area may have characters that an element's id may not have. */
export const optionId = (position: number) => `${listId}-${position}`;

/** Unique in the whole list. */
export const buildEntryKey = (group: PaletteGroup, entry: PaletteEntry) => `${group.id}/${entry.id}`;

const Option = styled('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minH: { base: '44px', sm: '38px' },
    px: '2.5',
    borderRadius: 'md',
    cursor: 'pointer',
    scrollMarginBlock: '32px',
    '& svg': { flexShrink: 0, color: 'textSubtle' },
    '&[aria-selected=true]': { background: 'selected' },
    '&[aria-selected=true] svg': { color: 'accent' },
  },
});

interface Props {
  groups: readonly PaletteGroup[];
  /** Of all entries, in the order of the list. */
  keys: readonly string[];
  /** Key of the entry that Enter opens. */
  active: string | undefined;
  onActive: (key: string) => void;
  onOpen: (entry: PaletteEntry, newTab: boolean) => void;
}

const GroupOptions = ({ group, keys, active, onActive, onOpen }: Props & { group: PaletteGroup }) => {
  const heading = useId();
  return (
    <Box role="group" aria-labelledby={heading} _notFirst={{ mt: '2' }}>
      <Box id={heading} role="presentation" textStyle="overline" color="textSubtle" px="2.5" py="1.5">
        {group.title}
      </Box>
      {group.entries.map((entry) => {
        const key = buildEntryKey(group, entry);
        return (
          <Option
            key={key}
            id={optionId(keys.indexOf(key))}
            role="option"
            aria-selected={key === active}
            onMouseMove={() => onActive(key)}
            // The focus stays in the text field.
            onMouseDown={(event: MouseEvent) => event.preventDefault()}
            onClick={(event: MouseEvent) => onOpen(entry, event.ctrlKey || event.metaKey)}
            onAuxClick={(event: MouseEvent) => event.button === 1 && onOpen(entry, true)}
          >
            <NavIcon name={entry.icon} size={16} />
            <Span truncate flexShrink="1" minW="0" title={entry.label}>
              {entry.label}
            </Span>
            {entry.detail && (
              <Span
                flex="1 1 0"
                minW="25%"
                truncate
                textAlign="end"
                textStyle="caption"
                color="textMuted"
                title={entry.detail}
              >
                {entry.detail}
              </Span>
            )}
          </Option>
        );
      })}
    </Box>
  );
};

/** The entries in their groups. The focus stays in the text field, which names the active entry. */
export const PaletteList = (props: Props) => {
  const list = useRef<HTMLDivElement>(null);
  const { active, groups } = props;
  useEffect(() => {
    // Not in jsdom.
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <Box ref={list} id={listId} role="listbox" aria-label="Results" overflowY="auto" minH="0" p="2">
      {groups.map((group) => (
        <GroupOptions key={group.id} {...props} group={group} />
      ))}
    </Box>
  );
};

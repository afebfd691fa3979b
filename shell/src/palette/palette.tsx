import { countText } from '@readerlens/contract/numbers';
import { useUser } from '@readerlens/auth/react';
import { Box, Dialog, IconButton, Span, Spinner, VisuallyHidden, styled } from '@readerlens/ui';
import { Search, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ChangeEvent, KeyboardEvent, RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { minText } from './palette-entry.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { PaletteList, buildEntryKey, listId, optionId } from './palette-list.tsx';
import { closePalette } from './palette-store.ts';
import { useActive } from './use-active.ts';
import { useResults } from './use-results.ts';
import type { PaletteResults } from './use-results.ts';

const Input = styled('input', {
  base: {
    flex: 1,
    minW: 0,
    height: '52px',
    background: 'transparent',
    outline: 'none',
    textStyle: 'lead',
    _placeholder: { color: 'textSubtle' },
  },
});

const Note = styled('p', { base: { px: '5', py: '3', color: 'textMuted', textStyle: 'small' } });

const hint = `Type at least ${minText} letters to search.`;

const announcement = (text: string, { groups, searching }: PaletteResults): string => {
  if (text === '') return '';
  if (searching) return 'Searching';
  return countText(
    groups.reduce((sum, { entries }) => sum + entries.length, 0),
    'result',
  );
};

const Notes = ({ text, results }: { text: string; results: PaletteResults }) => (
  <>
    {text.length < minText && <Note>{hint}</Note>}
    {text !== '' && results.searching && (
      <Note display="flex" alignItems="center" gap="2">
        <Spinner size={14} label="" /> Searching…
      </Note>
    )}
    {text.length >= minText && !results.searching && results.groups.length === 0 && (
      <Note overflowWrap="anywhere">{`Nothing found for “${text}”.`}</Note>
    )}
    {results.failed.length > 0 && (
      <Note role="alert">{`Could not be searched: ${results.failed.join(', ')}.`}</Note>
    )}
  </>
);

const Keys = () => (
  <Box
    display={{ base: 'none', sm: 'flex' }}
    gap="4"
    px="5"
    py="2"
    borderTopWidth="1px"
    textStyle="caption"
    color="textMuted"
    aria-hidden="true"
  >
    <span>↑ ↓ to choose</span>
    <span>Enter to open</span>
    <span>Ctrl/⌘ Enter for a new tab</span>
    <span>Esc to close</span>
  </Box>
);

const useOpenEntry = () => {
  const navigate = useNavigate();
  return (entry: PaletteEntry, newTab: boolean) => {
    closePalette();
    if (newTab) window.open(entry.to, '_blank', 'noopener');
    else void navigate(entry.to);
  };
};

const PaletteBox = ({ input }: { input: RefObject<HTMLInputElement | null> }) => {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const results = useResults(text);
  const open = useOpenEntry();
  const all = results.groups.flatMap((group) =>
    group.entries.map((entry) => ({ key: buildEntryKey(group, entry), entry })),
  );
  const keys = all.map(({ key }) => key);
  const { active, activate, move } = useActive(keys, text);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (move(event.key)) event.preventDefault();
    else if (event.key === 'Enter') {
      const chosen = all.find(({ key }) => key === active);
      if (chosen) open(chosen.entry, event.ctrlKey || event.metaKey);
      event.preventDefault();
      // The dialog leaves Escape to the list of an expanded field.
    } else if (event.key === 'Escape') closePalette();
  };
  return (
    <>
      <Box display="flex" alignItems="center" gap="2.5" ps="5" pe="2.5" borderBottomWidth="1px">
        <Span color="textSubtle" flexShrink="0">
          <Search size={18} aria-hidden="true" />
        </Span>
        <Input
          ref={input}
          role="combobox"
          aria-label="Find"
          aria-expanded={all.length > 0}
          aria-controls={all.length > 0 ? listId : undefined}
          aria-activedescendant={active === undefined ? undefined : optionId(keys.indexOf(active))}
          aria-autocomplete="list"
          placeholder="Screen, client, reader, organization…"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={(event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton label="Close" icon={<X size={18} />} onClick={closePalette} />
      </Box>
      <Box
        display="flex"
        flexDirection="column"
        minH="0"
        flex={{ base: '1', sm: 'none' }}
        height={{ sm: '420px' }}
      >
        {all.length > 0 && (
          <PaletteList
            groups={results.groups}
            keys={keys}
            active={active}
            onActive={activate}
            onOpen={open}
          />
        )}
        <Notes text={text} results={results} />
      </Box>
      <Keys />
      <VisuallyHidden role="status">{announcement(text, results)}</VisuallyHidden>
    </>
  );
};

/** Finds screens and what the areas offer, such as clients and readers, by typing. */
export const Palette = () => {
  const user = useUser();
  const input = useRef<HTMLInputElement>(null);
  if (!user) return null;
  return (
    <Dialog open bare size="top" title="Find" initialFocus={input} onClose={closePalette}>
      <PaletteBox input={input} />
    </Dialog>
  );
};

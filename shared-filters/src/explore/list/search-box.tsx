import { Box, Button, Flex, IconButton, TextField } from '@readerlens/ui';
import { Search, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { useMemo, useState } from 'react';

/**
 * The text in the search box, and the loaded rows that contain it. `query` is what the server searched for; its
 * results are not filtered again, because the server matches more than `hasText` does. `hasText` must be
 * referentially stable.
 */
export const useSearchText = <Row,>(
  query: string,
  rows: readonly Row[],
  hasText: (row: Row, text: string) => boolean,
) => {
  const [typed, setTyped] = useState({ text: query, of: query });
  const text = typed.of === query ? typed.text : query;
  const isPending = text.trim() !== query;
  const shown = useMemo(
    () => (isPending && text.trim() !== '' ? rows.filter((row) => hasText(row, text)) : rows),
    [isPending, text, rows, hasText],
  );
  return { text, type: (next: string) => setTyped({ text: next, of: query }), isPending, shown };
};

interface SearchBoxProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  placeholder: string;
  maxLength: number;
  text: string;
  onType: (text: string) => void;
  /** Called on Enter, and with '' by the clear button. */
  onSearch: (text: string) => void;
}

/** Filters the loaded rows while typing; Enter searches on the server. */
export const SearchBox = ({ text, onType, onSearch, ...field }: SearchBoxProps) => (
  <Box role="search" position="relative" flex="1 1 240px" maxW={{ md: '360px' }}>
    <Box
      position="absolute"
      insetInlineStart="9px"
      top="9px"
      color="textMuted"
      zIndex="1"
      pointerEvents="none"
    >
      <Search size={16} aria-hidden="true" />
    </Box>
    <TextField
      {...field}
      hideLabel
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      ps="8"
      pe="8"
      css={{ '&::-webkit-search-cancel-button': { display: 'none' } }}
      value={text}
      onChange={(event: { target: { value: string } }) => onType(event.target.value)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) onSearch(text.trim());
      }}
    />
    {text !== '' && (
      <Box position="absolute" insetInlineEnd="4px" top="4px">
        <IconButton
          size="sm"
          label="Clear search"
          icon={<X size={15} aria-hidden="true" />}
          onClick={() => onSearch('')}
        />
      </Box>
    )}
  </Box>
);

interface LocalMatchesProps {
  text: string;
  /** Rows of the page, in total and matching the text. */
  rows: number;
  matches: number;
  total: number | undefined;
  /** Plural: 'activities'. */
  noun: string;
  onSearch: (query: string) => void;
}

const counted = (count: number) => count.toLocaleString('en-US');

/**
 * Shown while the box contains text that the server has not searched for: the matches on this page, and a button to
 * search all.
 */
export const LocalMatches = ({ text, rows, matches, total, noun, onSearch }: LocalMatchesProps) => (
  <Flex role="status" align="center" gap="2" wrap="wrap" textStyle="small" color="textMuted">
    {text.trim() === ''
      ? 'Press Enter to clear the search.'
      : `${counted(matches)} of the ${counted(rows)} ${noun} on this page match.`}
    <Button size="sm" variant="link" onClick={() => onSearch(text.trim())}>
      {text.trim() === '' ? 'Show all' : `Search all ${total === undefined ? '' : counted(total)}`}
    </Button>
  </Flex>
);

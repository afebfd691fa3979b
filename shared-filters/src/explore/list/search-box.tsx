import { Box, IconButton, Spinner, TextField } from '@readerlens/ui';
import { Search, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Pause after the last key before the text is searched for. */
const searchPauseMs = 300;

/**
 * The text in a search box. It is searched for shortly after the last key, and immediately on `flush`. `query` is the
 * text that the list currently shows the results of; if it changes elsewhere, such as by going back, the box follows.
 */
export const useSearchText = (query: string, onSearch: (query: string) => void) => {
  const [state, setState] = useState({ text: query, query, sent: query });
  if (state.query !== query) {
    // Keys typed since the search was sent are kept.
    setState({ text: query === state.sent ? state.text : query, query, sent: query });
  }
  const { text, sent } = state;
  const isPending = text.trim() !== sent;
  const search = (next: string) => {
    setState((before) => ({ ...before, text: next, sent: next.trim() }));
    if (next.trim() !== sent) onSearch(next.trim());
  };
  const searchNow = useEffectEvent(() => search(text));
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => searchNow(), searchPauseMs);
    return () => clearTimeout(timer);
  }, [text, isPending]);
  return {
    text,
    /** The list does not show the results of the text yet. */
    isPending: isPending || sent !== query,
    type: (next: string) => setState((before) => ({ ...before, text: next })),
    search,
    flush: () => search(text),
  };
};

type SearchText = ReturnType<typeof useSearchText>;

interface ListView {
  view: { query: string };
  show: (change: { query: string; page: number }, options: { replace: boolean }) => void;
}

/** The text search of a list. `clear` moves the focus into the box: the button that clears is removed. */
export const useListSearch = ({ view, show }: ListView) => {
  const text = useSearchText(view.query, (query) => show({ query, page: 1 }, { replace: true }));
  const box = useRef<HTMLInputElement>(null);
  const clear = () => {
    text.search('');
    box.current?.focus();
  };
  return { text, box, clear };
};

export type ListSearch = ReturnType<typeof useListSearch>;

export interface SearchBoxProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  placeholder: string;
  maxLength: number;
  value: SearchText;
  /** The results of the text are loading. */
  isLoading: boolean;
  /** Called by the clear button, which is removed and cannot keep the focus. */
  onClear: () => void;
}

/**
 * Searches all rows of a list on the server while typing. Leaving the box searches at once, so that the next click, such
 * as a download, applies to the text in the box.
 */
export const SearchBox = ({ value, isLoading, onClear, ...field }: SearchBoxProps) => {
  const { text, type, flush, isPending } = value;
  return (
    <Box role="search" position="relative" flex="1 1 240px" maxW={{ md: '320px' }}>
      <Box
        position="absolute"
        insetInlineStart="9px"
        top="9px"
        color="textMuted"
        zIndex="1"
        pointerEvents="none"
      >
        {text !== '' && (isPending || isLoading) ? (
          <Spinner size={16} label="" />
        ) : (
          <Search size={16} aria-hidden="true" />
        )}
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
        onChange={(event: { target: { value: string } }) => type(event.target.value)}
        onBlur={flush}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) flush();
        }}
      />
      {text !== '' && (
        <Box position="absolute" insetInlineEnd="4px" top="4px">
          <IconButton
            size="sm"
            label="Clear search"
            icon={<X size={15} aria-hidden="true" />}
            onClick={onClear}
          />
        </Box>
      )}
    </Box>
  );
};

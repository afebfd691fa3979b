import { Box, IconButton, TextField } from '@readerlens/ui';
import { Search, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { maxQueryLength } from './search-address.ts';

interface Props {
  ref: Ref<HTMLInputElement>;
  text: string;
  onType: (text: string) => void;
  /** Enter: the server looks for it. */
  onSearch: (text: string) => void;
}

/** Narrows what is loaded while one types; Enter has the server look through everything. */
export const SearchBox = ({ ref, text, onType, onSearch }: Props) => (
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
      label="Search reader, company or document"
      hideLabel
      ref={ref}
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      placeholder="Reader, company or document"
      maxLength={maxQueryLength}
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

import { searchesFailedMessage } from '@readerlens/contract/searches/messages';
import { Box, Button, SelectField, Stack, Text } from '@readerlens/ui';
import type { SavedSearches } from '../search/use-saved-searches.ts';
import { ManageSearchesLink } from './manage-searches-link.tsx';

interface Props {
  userId: string;
  saved: SavedSearches;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

const choosePlaceholder = ({ status, searches }: SavedSearches) => {
  if (status === 'loading') return 'Loading';
  return status === 'ready' && searches.length === 0 ? 'No saved searches' : 'None';
};

/** Selects one of the user's saved searches; links to where they are managed. */
export const SavedSearchField = ({ userId, saved, value, onChange }: Props) => {
  return (
    <Stack gap="2">
      <SelectField
        label="Saved Search"
        disabled={saved.searches.length === 0}
        placeholder={choosePlaceholder(saved)}
        options={saved.searches.map(({ id, name }) => ({ value: id, label: name }))}
        value={value ?? ''}
        onChange={(event: { target: { value: string } }) => onChange(event.target.value || undefined)}
      />
      {saved.status === 'error' && (
        <Box role="alert" display="flex" flexWrap="wrap" gap="2" alignItems="center">
          <Text flex="1" minW="160px" textStyle="caption" color="negative" fontWeight="medium">
            {searchesFailedMessage}
          </Text>
          <Button size="sm" onClick={saved.retry}>
            Try again
          </Button>
        </Box>
      )}
      <ManageSearchesLink userId={userId} />
    </Stack>
  );
};

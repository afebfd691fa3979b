import { Box, Button, Grid, Stack, Text, TextAreaField, styled } from '@readerlens/ui';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { Term } from '../model/index.ts';
import { OrgGrid } from './org-grid.tsx';
import { useOrgLookup } from './use-org-lookup.ts';
import type { FoundOrgs } from './use-org-lookup.ts';

interface Props {
  /** The error of the filter that the lookup creates. */
  error: string | undefined;
  onFound: (found: readonly Term[] | undefined) => void;
}

const Names = styled('ul', {
  base: {
    maxH: '120px',
    overflowY: 'auto',
    mt: '1',
    px: '3',
    py: '2',
    borderWidth: '1px',
    borderRadius: 'md',
    background: 'sunken',
    textStyle: 'small',
    overflowWrap: 'anywhere',
  },
});

const Found = ({ lookups, unmatchedNames }: FoundOrgs) => (
  <Stack gap="3" minW="0">
    <Box aria-live="polite">
      <Text fontWeight="medium">{lookups.length} Reader org(s) found (below).</Text>
      {unmatchedNames.length > 0 && (
        <Text mt="2" color="warning">
          {unmatchedNames.length} name(s) did not match any reader orgs:
        </Text>
      )}
    </Box>
    {unmatchedNames.length > 0 && (
      // It scrolls, so it must be reachable by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <Names tabIndex={0} aria-label="Names without a match">
        {unmatchedNames.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </Names>
    )}
    <OrgGrid orgs={lookups} />
  </Stack>
);

const Form = ({ error, onFound }: Props) => {
  const lookup = useOrgLookup(onFound);
  return (
    <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="5" alignItems="start">
      <Stack gap="3">
        <TextAreaField
          label="Reader Org Lookup"
          hint="One reader org per line"
          error={lookup.problem ?? lookup.error ?? error}
          rows={10}
          // It replaces the button that was pressed.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={lookup.text}
          onChange={(event: { target: { value: string } }) => lookup.type(event.target.value)}
        />
        <Button
          alignSelf="flex-start"
          loading={lookup.isSearching}
          disabled={!lookup.canSearch}
          onClick={() => void lookup.search()}
        >
          Search
        </Button>
      </Stack>
      {lookup.found && <Found {...lookup.found} />}
    </Grid>
  );
};

/** Finds reader orgs by pasted names; the matches become the filter. */
export const OrgLookup = (props: Props) => {
  const [open, setOpen] = useState(false);
  if (open) return <Form {...props} />;
  return (
    <Button icon={<ListChecks size={15} aria-hidden="true" />} onClick={() => setOpen(true)}>
      Reader Org Lookup
    </Button>
  );
};

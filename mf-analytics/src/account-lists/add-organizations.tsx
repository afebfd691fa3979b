import { api } from '@readerlens/auth';
import { OptionsField } from '@readerlens/filters';
import { namedCatalogue, readerOrgNames, readerOrgProblem } from '@readerlens/filters/model';
import type { Term } from '@readerlens/filters/model';
import { lookUpOrganizations, useListedOrganizations, useRefreshLists } from '@readerlens/filters/panel';
import type { AccountList } from '@readerlens/filters/panel';
import { ActionRefusal, Box, Button, Stack, Text, TextAreaField, styled } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

const definition = namedCatalogue.find('ReaderOrgs')!;

const Names = styled('ul', {
  base: { mt: '1', maxH: '120px', overflowY: 'auto', textStyle: 'small', overflowWrap: 'anywhere' },
});

/** What became of each organization and each pasted name. */
interface Outcome {
  readonly added: readonly string[];
  readonly already: readonly string[];
  /** Organizations without activities of the client. */
  readonly refused: readonly string[];
  readonly unmatched: readonly string[];
}

const lines: readonly (readonly [keyof Outcome, string])[] = [
  ['added', 'added'],
  ['already', 'in the list already'],
  ['refused', 'without activities of this client, not added'],
  ['unmatched', 'not found'],
];

const OutcomeText = ({ outcome }: { outcome: Outcome }) => (
  <Stack gap="2" aria-live="polite" as="section" aria-label="What was added">
    {lines.map(([key, words]) => {
      const names = outcome[key];
      return (
        names.length > 0 && (
          <Box key={key}>
            <Text fontWeight="medium">{`${countText(names.length, key === 'unmatched' ? 'name' : 'organization')} ${words}:`}</Text>
            {/* It scrolls, so it must be reachable by keyboard. */}
            {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <Names tabIndex={0} aria-label={`Organizations ${words}`}>
              {names.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </Names>
          </Box>
        )
      );
    })}
  </Stack>
);

/** Adds organizations to a list: chosen ones, and pasted names for who may look them up. */
export const AddOrganizations = ({ list, mayPaste }: { list: AccountList; mayPaste: boolean }) => {
  const [chosen, setChosen] = useState<readonly Term[]>([]);
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const { data: listed } = useListedOrganizations(list.id);
  const refresh = useRefreshLists();
  const names = readerOrgNames(text);
  const problem = readerOrgProblem(text);
  const add = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      const found = names.length > 0 ? await lookUpOrganizations(names) : { lookups: [], unmatchedNames: [] };
      const terms = [...new Map([...chosen, ...found.lookups].map((term) => [term.id, term])).values()];
      const before = new Set(listed?.map(({ id }) => id));
      const nameThem = (some: readonly Term[]) => some.map(({ id, name = id }) => name);
      const already = terms.filter(({ id }) => before.has(id));
      const rest = terms.filter(({ id }) => !before.has(id));
      const call = 'PATCH /api/account-lists/{id}/organizations';
      const refused = new Set(
        rest.length === 0
          ? []
          : (await api(call, { params: { id: list.id }, body: { add: rest.map(({ id }) => id) } })).data
              .refused,
      );
      return {
        added: nameThem(rest.filter(({ id }) => !refused.has(id))),
        already: nameThem(already),
        refused: nameThem(rest.filter(({ id }) => refused.has(id))),
        unmatched: found.unmatchedNames,
      };
    },
    onSuccess: (result) => {
      setOutcome(result);
      setChosen([]);
      setText('');
      return refresh();
    },
  });
  return (
    <Stack gap="4" maxW="640px">
      <OptionsField
        label="Organizations"
        placeholder="Name"
        definition={definition}
        clientIds={[list.clientId]}
        value={chosen}
        onChange={setChosen}
      />
      {mayPaste ? (
        <TextAreaField
          label="Names"
          hint="One organization per line, or separated by semicolons"
          rows={4}
          error={problem}
          value={text}
          onChange={({ target }: { target: { value: string } }) => setText(target.value)}
        />
      ) : (
        <Text color="textMuted">
          Pasting names needs the permission for the Reader Org Lookup. Please contact your representative.
        </Text>
      )}
      <ActionRefusal error={add.error} />
      <Button
        alignSelf="flex-start"
        variant="primary"
        loading={add.isPending}
        disabled={(chosen.length === 0 && names.length === 0) || problem !== undefined}
        onClick={() => add.mutate()}
      >
        Add to list
      </Button>
      {outcome && <OutcomeText outcome={outcome} />}
    </Stack>
  );
};

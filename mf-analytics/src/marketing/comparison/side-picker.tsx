import { useUser } from '@readerlens/auth/react';
import { maxSideIds, sideKinds } from '@readerlens/contract/marketing';
import type { SideName } from '@readerlens/contract/marketing';
import { sideTitles } from '@readerlens/contract/marketing-figures';
import { searchesFailedMessage } from '@readerlens/contract/searches/messages';
import { sourceLabels, sources } from '@readerlens/contract/vocabulary';
import { OptionsField, savedSearchesQuery } from '@readerlens/filters';
import { knownOption } from '@readerlens/filters/list';
import { namedCatalogue, sideFields } from '@readerlens/filters/model';
import { ManageSearchesLink } from '@readerlens/filters/panel';
import { Button, Card, Heading, MultiSelect, SelectField, Stack } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { describeProblem, describeSaved, kindWords, useSideTerms } from './sides.ts';
import type { Side } from './sides.ts';

interface Props {
  name: SideName;
  side: Side;
  /** Why the API refuses the side. */
  refusal: string | undefined;
  onChange: (side: Side) => void;
}

const kindOptions = sideKinds.map((kind) => ({ value: kind, label: kindWords[kind].label }));
const tacticOptions = sources.map((source) => ({ id: source, name: sourceLabels[source] }));

/** Chooses one of the person's own saved searches. */
const SavedSearchValue = ({ side, refusal, onChange }: Omit<Props, 'name'>) => {
  const userId = useUser()?.id;
  const { data, status, refetch } = useQuery({
    ...savedSearchesQuery(userId ?? ''),
    enabled: userId !== undefined,
  });
  const [id = ''] = side.ids;
  const listed = (data ?? []).map((search) => ({ value: search.id, label: search.name }));
  // The list has the first hundred.
  const isOther = side.name !== undefined && !listed.some(({ value }) => value === id);
  const options = isOther ? [...listed, { value: id, label: side.name ?? '' }] : listed;
  const hasNone = status === 'success' && options.length === 0;
  return (
    <Stack gap="2">
      <SelectField
        label={kindWords.savedSearch.label}
        hideLabel
        placeholder={hasNone ? 'No saved searches' : 'Choose a saved search'}
        options={options}
        value={options.some(({ value }) => value === id) ? id : ''}
        error={describeProblem(side) ?? refusal ?? (status === 'error' ? searchesFailedMessage : undefined)}
        hint={describeSaved(side)}
        onChange={({ target }) => onChange({ kind: 'savedSearch', ids: target.value ? [target.value] : [] })}
      />
      {status === 'error' && (
        <Button size="sm" alignSelf="start" onClick={() => void refetch()}>
          Try again
        </Button>
      )}
      {hasNone && <ManageSearchesLink userId={userId} />}
    </Stack>
  );
};

const Values = ({ side, refusal, onChange }: Omit<Props, 'name'>) => {
  const terms = useSideTerms(side);
  if (side.kind === 'savedSearch') return <SavedSearchValue {...{ side, refusal, onChange }} />;
  const definition = namedCatalogue.find(sideFields[side.kind]);
  const field = {
    label: kindWords[side.kind].label,
    hideLabel: true,
    placeholder: `Choose ${kindWords[side.kind].many}`,
    maxItems: maxSideIds,
    error: describeProblem(side) ?? refusal,
  };
  const choose = (chosen: readonly { id: string }[]) =>
    onChange({ ...side, ids: chosen.map(({ id }) => id) });
  if (side.kind === 'tactic' || !definition)
    return (
      <MultiSelect
        {...field}
        options={tacticOptions}
        value={tacticOptions.filter(({ id }) => side.ids.includes(id))}
        onChange={choose}
      />
    );
  return <OptionsField key={side.kind} {...field} definition={definition} value={terms} onChange={choose} />;
};

/** Chooses what a side of the comparison has. */
export const SidePicker = ({ name, side, refusal, onChange }: Props) => {
  const id = useId();
  return (
    <Card role="group" aria-labelledby={id} height="full">
      <Stack gap="2">
        <Heading id={id} as="h2">
          {sideTitles[name]}
        </Heading>
        <SelectField
          label={`${sideTitles[name]} by`}
          hideLabel
          value={side.kind}
          options={kindOptions}
          onChange={(event) => {
            const kind = knownOption(sideKinds, event.target.value);
            if (kind) onChange({ kind, ids: [] });
          }}
        />
        <Values {...{ side, refusal, onChange }} />
      </Stack>
    </Card>
  );
};

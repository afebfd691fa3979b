import { useBlinded } from '@readerlens/auth/react';
import type { FieldDefinition, TermsFilter } from '@readerlens/filters/model';
import { useOptions } from '@readerlens/filters/react';
import { useState } from 'react';
import { MultiSelect } from '../components/multi-select/multi-select.tsx';
import type { OptionsState } from '../components/multi-select/use-options.ts';
import type { EntryProps } from './entry-props.ts';

interface Choice {
  id: string;
  name: string;
}

/** Fields whose options leave out what is chosen already. */
const withoutChosen = new Set(['Onlines', 'AnalystTags']);

const useSource = (
  definition: FieldDefinition,
  text: string,
  chosen: readonly Choice[],
): OptionsState<Choice> => {
  const { options, isLoading, error, retry } = useOptions(definition, text);
  if (error) return { status: 'error', message: error.message, retry };
  if (isLoading && options.length === 0) return { status: 'loading' };
  const left = withoutChosen.has(definition.field)
    ? options.filter(({ id }) => !chosen.some((choice) => choice.id === id))
    : options;
  return { status: 'ready', options: left };
};

/** Any of a field's options. Clients are unreadable and fixed in Blinded Mode. */
export const TermsEntry = ({ definition, filter, error, required, onChange }: EntryProps<TermsFilter>) => {
  const [text, setText] = useState('');
  const blinded = useBlinded();
  const chosen = filter.value.map(({ id, name }) => ({ id, name: name ?? id }));
  const source = useSource(definition, text, chosen);
  return (
    <MultiSelect
      label={definition.label}
      placeholder="Any"
      error={error}
      required={required}
      blurred={blinded && definition.field === 'Clients'}
      value={chosen}
      source={source}
      onQueryChange={setText}
      onChange={(value) => onChange({ ...filter, value: value.map(({ id, name }) => ({ id, name })) })}
    />
  );
};

import { useBlinded } from '@readerlens/auth/react';
import { MultiSelect } from '@readerlens/ui';
import type { FieldProps, OptionsState } from '@readerlens/ui';
import { useState } from 'react';
import { limits, withoutSelected } from '../model/index.ts';
import type { FieldDefinition, Term } from '../model/index.ts';
import { useOptions } from './use-options.ts';

interface Choice {
  id: string;
  name: string;
}

export interface OptionsFieldProps extends FieldProps {
  /** Says where the options come from. */
  definition: FieldDefinition;
  /** The chosen clients, for fields whose options depend on them. */
  clientIds?: readonly string[];
  value: readonly Term[];
  onChange: (value: readonly Term[]) => void;
}

/** Fields whose options leave out what is chosen already. */
const withoutChosen = new Set(['Onlines', 'AnalystTags']);

interface Asked {
  text: string;
  clientIds: readonly string[];
  isWanted: boolean;
  chosen: readonly Choice[];
}

const useSource = (
  definition: FieldDefinition,
  { text, clientIds, isWanted, chosen }: Asked,
): OptionsState<Choice> => {
  const { options, isLoading, error, retry } = useOptions(definition, text, { clientIds, isWanted });
  if (error) return { status: 'error', message: error.message, retry };
  if (isLoading && options.length === 0) return { status: 'loading' };
  const left = withoutChosen.has(definition.field) ? withoutSelected(options, chosen) : options;
  return { status: 'ready', options: left };
};

const noClients: readonly string[] = [];

/** Any of a filter field's options, asked for when the field is entered. Clients are unreadable and fixed in Blinded Mode. */
export const OptionsField = (props: OptionsFieldProps) => {
  const { definition, clientIds = noClients, value, onChange, ...field } = props;
  const [text, setText] = useState('');
  const [isWanted, setWanted] = useState(false);
  const blinded = useBlinded();
  const chosen = value.map(({ id, name }) => ({ id, name: name ?? id }));
  return (
    <div onFocusCapture={() => setWanted(true)}>
      <MultiSelect
        {...field}
        placeholder="Any"
        blurred={blinded && definition.field === 'Clients'}
        maxItems={limits.terms}
        value={chosen}
        source={useSource(definition, { text, clientIds, isWanted, chosen })}
        onQueryChange={setText}
        onChange={(next) => onChange(next.map(({ id, name }) => ({ id, name })))}
      />
    </div>
  );
};

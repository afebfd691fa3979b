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
  /** Determines where the options come from. */
  definition: FieldDefinition;
  /** The selected clients, for fields whose options depend on them. */
  clientIds?: readonly string[];
  /** Shown while nothing is selected. */
  placeholder?: string;
  disabled?: boolean;
  /** Only one option can be selected. */
  single?: boolean;
  /** The most options that can be selected. */
  maxItems?: number;
  value: readonly Term[];
  onChange: (value: readonly Term[]) => void;
}

/** Fields whose selected options are removed from the list. */
const fieldsHidingSelected = new Set(['Onlines', 'AnalystTags']);

/** Its name is still loading, or it does not exist any more, or is not for the viewer. Its id would tell a person nothing. */
const unknownName = 'Name unknown';

const toChoice = ({ id, name = unknownName }: Term): Choice => ({ id, name });

interface SourceOptions {
  text: string;
  clientIds: readonly string[];
  enabled: boolean;
  selected: readonly Choice[];
}

const useSource = (
  definition: FieldDefinition,
  { text, clientIds, enabled, selected }: SourceOptions,
): OptionsState<Choice> => {
  const { options, isLoading, error, retry } = useOptions(definition, text, { clientIds, enabled });
  if (error) return { status: 'error', message: error.message, retry };
  if (isLoading && options.length === 0) return { status: 'loading' };
  const available = fieldsHidingSelected.has(definition.field) ? withoutSelected(options, selected) : options;
  return { status: 'ready', options: available };
};

const noClients: readonly string[] = [];

/**
 * Multi-select over a filter field's options, which load on focus. In Blinded Mode, clients are blurred and cannot be
 * changed.
 */
export const OptionsField = (props: OptionsFieldProps) => {
  const {
    definition,
    clientIds = noClients,
    placeholder = 'Any',
    maxItems = limits.terms,
    value,
    onChange,
    ...field
  } = props;
  const [text, setText] = useState('');
  const [enabled, setEnabled] = useState(false);
  const blinded = useBlinded();
  const selected = value.map(toChoice);
  // What stands for a name is not sent as one.
  const toTerm = ({ id, name }: Choice): Term => value.find((term) => term.id === id) ?? { id, name };
  return (
    <div onFocusCapture={() => setEnabled(true)}>
      <MultiSelect
        {...field}
        placeholder={placeholder}
        blurred={blinded && definition.field === 'Clients'}
        maxItems={maxItems}
        value={selected}
        source={useSource(definition, { text, clientIds, enabled, selected })}
        onQueryChange={setText}
        onChange={(next) => onChange(next.map(toTerm))}
      />
    </div>
  );
};

import { MultiSelect } from '@readerlens/ui';
import type { MediaFilter } from '../model/index.ts';
import { EntryAside } from './entry-aside.tsx';
import type { EntryProps } from './entry-props.ts';

const optionOf = (name: string) => ({ id: name, name });

/** Any of the media sources. */
export const MediaEntry = (props: EntryProps<MediaFilter>) => {
  const { definition, label, filter, error, required, buttons, onChange } = props;
  const options = definition.options?.from === 'static' ? definition.options.items : [];
  return (
    <MultiSelect
      label={label}
      placeholder="Any"
      error={error}
      required={required}
      aside={<EntryAside>{buttons}</EntryAside>}
      options={options}
      value={filter.value.map(optionOf)}
      onChange={(selected) => onChange({ ...filter, value: selected.map(({ id }) => id) })}
    />
  );
};

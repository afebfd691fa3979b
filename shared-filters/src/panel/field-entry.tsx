import { TextAreaField, NumberField, MultiSelect } from '@readerlens/ui';
import type { Filter, TextFilter, NumericFilter, MediaFilter } from '../model/index.ts';
import { textOps, numericOps } from '../model/index.ts';
import { DateRangeEntry, RelativeRangeEntry } from './date-entries.tsx';
import { EntryAside, OpSelect } from './entry-aside.tsx';
import type { EntryProps } from './entry-props.ts';
import { FlagEntry } from './flag-entry.tsx';
import { TermsEntry } from './terms-entry.tsx';

const toOption = (name: string) => ({ id: name, name });

/** Any of the media sources. */
const MediaEntry = (props: EntryProps<MediaFilter>) => {
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
      value={filter.value.map(toOption)}
      onChange={(selected) => onChange({ ...filter, value: selected.map(({ id }) => id) })}
    />
  );
};

/** A number to compare with: an integer or an amount of money. */
const NumericEntry = (props: EntryProps<NumericFilter>) => {
  const { definition, label, filter, error, required, buttons, onChange } = props;
  return (
    <NumberField
      label={label}
      error={error}
      required={required}
      placeholder="Any"
      format={definition.numeric}
      aside={
        <EntryAside>
          <OpSelect
            {...{ definition, label }}
            ops={numericOps}
            value={filter.op}
            onChange={(op) => onChange({ ...filter, op })}
          />
          {buttons}
        </EntryAside>
      }
      value={filter.value}
      onChange={(value) => onChange({ ...filter, value })}
    />
  );
};

const maxRows = 6;

/** Matches any (or none) of several texts, one per line. The box grows with its lines. */
const TextEntry = (props: EntryProps<TextFilter>) => {
  const { definition, label, filter, error, required, buttons, onChange } = props;
  return (
    <TextAreaField
      label={label}
      error={error}
      required={required}
      rows={Math.min(filter.value.split('\n').length, maxRows)}
      placeholder="One entry per line"
      resize="none"
      py="5.5px"
      display="block"
      aside={
        <EntryAside>
          <OpSelect
            {...{ definition, label }}
            ops={textOps}
            value={filter.op}
            onChange={(op) => onChange({ ...filter, op })}
          />
          {buttons}
        </EntryAside>
      }
      value={filter.value}
      onChange={(event: { target: { value: string } }) => onChange({ ...filter, value: event.target.value })}
    />
  );
};

/** The widget for a filter's kind. */
export const FieldEntry = ({ filter, ...rest }: EntryProps<Filter>) => {
  switch (filter.$type) {
    case 'Terms':
      return <TermsEntry {...rest} filter={filter} />;
    case 'Text':
      return <TextEntry {...rest} filter={filter} />;
    case 'Numeric':
      return <NumericEntry {...rest} filter={filter} />;
    case 'Bool':
    case 'Exists':
      return <FlagEntry {...rest} filter={filter} />;
    case 'Media':
      return <MediaEntry {...rest} filter={filter} />;
    case 'DateRange':
      return <DateRangeEntry {...rest} filter={filter} />;
    case 'RelativeDateRange':
      return <RelativeRangeEntry {...rest} filter={filter} />;
  }
};

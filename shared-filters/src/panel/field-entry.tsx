import { OptionsField } from '../lookups/options-field.tsx';
import { opsOfField, textOps, numericOps } from '../model/index.ts';
import type {
  TermsFilter,
  BoolFilter,
  ExistsFilter,
  Filter,
  TextFilter,
  NumericFilter,
  MediaFilter,
} from '../model/index.ts';
import { EntryAside, OpSwitch, AllowNASwitch, opNames, OpSelect } from './entry-aside.tsx';
import type { EntryProps } from './entry-props.ts';
import { Field, controlRecipe, styled, TextAreaField, NumberField, MultiSelect } from '@readerlens/ui';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { DateRangeEntry, RelativeRangeEntry } from './date-entries.tsx';

/** Every activity has a value for these, so N/A would match nothing. */
const alwaysPresent = new Set(['Clients', 'Sequence', 'BuyersJourneyStage']);

const TermsAside = ({ definition, label, filter, buttons, onChange }: EntryProps<TermsFilter>) => {
  const hasOps = opsOfField(definition).length > 1;
  const excludes = filter.op === 'NotContains';
  return (
    <EntryAside>
      {hasOps && (
        <OpSwitch
          label={label}
          text={opNames[filter.op]}
          on={excludes}
          onClick={() => onChange({ ...filter, op: excludes ? 'Contains' : 'NotContains' })}
        />
      )}
      {/* Excluding values already keeps activities without a value. */}
      {!excludes && !alwaysPresent.has(definition.field) && (
        <AllowNASwitch
          label={label}
          value={filter.allowNA}
          onChange={(allowNA) => onChange({ ...filter, allowNA })}
        />
      )}
      {buttons}
    </EntryAside>
  );
};

/** Matches any (or none) of a field's options. */
const TermsEntry = (props: EntryProps<TermsFilter>) => {
  const { definition, label, filter, error, required, clientIds, onChange } = props;
  return (
    <OptionsField
      {...{ definition, label, error, required, clientIds }}
      aside={<TermsAside {...props} />}
      value={filter.value}
      onChange={(value) => onChange({ ...filter, value })}
    />
  );
};

type Flag = boolean | null;

const FlagControl = styled('button', controlRecipe);

const formatFlag = (value: Flag) => (value === null ? 'Any' : value ? 'Yes' : 'No');
const nextFlag = (value: Flag): Flag => (value === null ? true : value ? false : null);

const FlagIcon = ({ value }: { value: Flag }) => {
  if (value === null) return <CircleDashed size={15} aria-hidden="true" />;
  return value ? <CircleCheck size={15} aria-hidden="true" /> : <CircleX size={15} aria-hidden="true" />;
};

/** Any, yes or no; each press selects the next. */
const FlagEntry = (props: EntryProps<BoolFilter | ExistsFilter>) => {
  const { label, filter, error, required, buttons, onChange } = props;
  const { value } = filter;
  return (
    <Field
      group
      label={label}
      error={error}
      required={required}
      aside={
        <EntryAside>
          {filter.$type === 'Bool' && value !== null && (
            <AllowNASwitch
              label={label}
              value={filter.allowNA}
              onChange={(allowNA) => onChange({ ...filter, allowNA })}
            />
          )}
          {buttons}
        </EntryAside>
      }
    >
      {({ id, 'aria-describedby': describedBy }) => (
        <FlagControl
          type="button"
          id={id}
          aria-labelledby={`${id}-label ${id}-value`}
          aria-describedby={describedBy}
          display="flex"
          alignItems="center"
          gap="2"
          textAlign="start"
          cursor="pointer"
          color={value === null ? 'textMuted' : 'text'}
          onClick={() => onChange({ ...filter, value: nextFlag(value) })}
        >
          <FlagIcon value={value} />
          <span id={`${id}-value`}>{formatFlag(value)}</span>
        </FlagControl>
      )}
    </Field>
  );
};

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

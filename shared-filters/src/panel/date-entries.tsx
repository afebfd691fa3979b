import { relativeRanges } from '@readerlens/contract/vocabulary';
import type { RelativeRange } from '@readerlens/contract/vocabulary';
import { DateField, Grid, SelectField } from '@readerlens/ui';
import { relativeCodes } from '../model/index.ts';
import type { DateRangeFilter, RelativeDateRangeFilter } from '../model/index.ts';
import type { EntryProps } from './entry-props.ts';

const options = relativeCodes.map((code) => ({ value: code, label: relativeRanges[code] }));
const isCode = (value: string): value is RelativeRange => Object.hasOwn(relativeRanges, value);

/** A range relative to today, or Custom, which shows the date fields. */
export const RelativeRangeEntry = ({
  label,
  filter,
  error,
  onChange,
}: EntryProps<RelativeDateRangeFilter>) => (
  <SelectField
    label={label}
    error={error}
    options={options}
    value={filter.value}
    onChange={(event: { target: { value: string } }) => {
      const { value } = event.target;
      if (isCode(value)) onChange({ ...filter, value });
    }}
  />
);

/** Two dates; an error of either is shown at the first. */
export const DateRangeEntry = ({ filter, error, required, onChange }: EntryProps<DateRangeFilter>) => {
  const { from, to } = filter.value;
  const set = (value: Partial<DateRangeFilter['value']>) =>
    onChange({ ...filter, value: { from, to, ...value } });
  return (
    <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="3">
      <DateField
        label="From Date"
        error={error}
        required={required}
        value={from}
        onChange={(day) => set({ from: day })}
      />
      <DateField label="To Date" value={to} onChange={(day) => set({ to: day })} />
    </Grid>
  );
};

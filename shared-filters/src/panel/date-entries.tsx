import { relativeRanges } from '@readerlens/contract/vocabulary';
import type { RelativeRange } from '@readerlens/contract/vocabulary';
import { DateField, Flex, Grid, SelectField, Stack, styled } from '@readerlens/ui';
import { useState } from 'react';
import { datePresets, relativeCodes } from '../model/index.ts';
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

const Preset = styled('button', {
  base: {
    minH: '24px',
    px: '2',
    borderRadius: 'full',
    background: 'hover',
    textStyle: 'caption',
    fontWeight: 'medium',
    color: 'textMuted',
    cursor: 'pointer',
    transition: 'background-color 120ms, color 120ms',
    _hover: { color: 'text' },
    '&[aria-pressed=true]': { background: 'accentSubtle', color: 'accentText' },
  },
});

/** Fills both dates with a calendar month or quarter. */
const Presets = ({ filter, onChange }: Pick<EntryProps<DateRangeFilter>, 'filter' | 'onChange'>) => {
  const [presets] = useState(() => datePresets(new Date()));
  return (
    <Flex role="group" aria-label="Dates of" wrap="wrap" gap="1.5">
      {presets.map(({ name, from, to }) => (
        <Preset
          key={name}
          type="button"
          aria-pressed={filter.value.from === from && filter.value.to === to}
          onClick={() => onChange({ ...filter, value: { from, to } })}
        >
          {name}
        </Preset>
      ))}
    </Flex>
  );
};

/** Two dates; an error of either is shown at the first. */
export const DateRangeEntry = ({ filter, error, required, onChange }: EntryProps<DateRangeFilter>) => {
  const { from, to } = filter.value;
  const set = (value: Partial<DateRangeFilter['value']>) =>
    onChange({ ...filter, value: { from, to, ...value } });
  return (
    <Stack gap="2">
      <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap="3">
        <DateField
          label="From Date"
          error={error}
          required={required}
          value={from}
          onChange={(day) => set({ from: day })}
        />
        <DateField label="To Date" value={to} onChange={(day) => set({ to: day })} />
      </Grid>
      <Presets {...{ filter, onChange }} />
    </Stack>
  );
};

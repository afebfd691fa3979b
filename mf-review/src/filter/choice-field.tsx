import { Checkbox, Field, Flex } from '@readerlens/ui';

interface Props<T extends string | number> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: readonly T[];
  onChange: (value: T[]) => void;
}

/** Keeps the order of the options. */
const toggled = <T extends string | number>(
  options: Props<T>['options'],
  value: readonly T[],
  changed: T,
): T[] =>
  options
    .map((option) => option.value)
    .filter((one) => (one === changed ? !value.includes(one) : value.includes(one)));

/** Checkboxes for a few options, any of which match; none selected means no restriction. */
export const ChoiceField = <T extends string | number>({ label, options, value, onChange }: Props<T>) => (
  <Field label={label} group>
    {(control) => (
      <Flex
        role="group"
        aria-labelledby={`${control.id}-label`}
        wrap="wrap"
        columnGap="4"
        rowGap="1"
        minH="34px"
        align="center"
      >
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={value.includes(option.value)}
            onChange={() => onChange(toggled(options, value, option.value))}
          />
        ))}
      </Flex>
    )}
  </Field>
);

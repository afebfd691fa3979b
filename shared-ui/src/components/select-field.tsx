import { chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlRecipe } from './control-recipe.ts';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';

const Select = chakra('select', controlRecipe);

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectFieldProps
  extends FieldProps, Omit<ComponentProps<typeof Select>, keyof FieldProps | 'children'> {
  options: readonly SelectOption[];
  /** Text of a first entry with an empty value. */
  placeholder?: string;
}

/** A native select for short lists. */
export const SelectField = (props: SelectFieldProps) => {
  const { label, error, hint, required, hideLabel, aside, id, options, placeholder, ...rest } = props;
  return (
    <Field {...{ id, label, error, hint, required, hideLabel, aside }}>
      {(control) => (
        <chakra.div position="relative">
          <Select appearance="none" pe="8" cursor="pointer" {...control} {...rest}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </Select>
          <chakra.span
            position="absolute"
            insetInlineEnd="9px"
            top="50%"
            mt="-8px"
            pointerEvents="none"
            color="textMuted"
          >
            <ChevronDown size={16} aria-hidden="true" />
          </chakra.span>
        </chakra.div>
      )}
    </Field>
  );
};

import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { ChangeEvent, KeyboardEvent } from 'react';
import { controlRecipe } from './control-recipe.ts';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { isTooLarge, parseTypedNumber, showNumber } from './parse-number.ts';
import type { NumberFormat } from './parse-number.ts';

const Input = chakra('input', controlRecipe);

export interface NumberFieldProps extends FieldProps {
  value: number | null;
  onChange: (value: number | null) => void;
  /** How the number is shown: grouped digits, `decimals` decimal places, a dollar sign for money. */
  format?: NumberFormat;
  placeholder?: string;
  disabled?: boolean;
}

const formatNumberHint = (text: string, { decimals }: NumberFormat) => {
  if (isTooLarge(text)) return 'The number is too large';
  return decimals === 0 ? 'Use a whole number' : 'Use a number';
};

/** The typed text. It is read as a number, or marked invalid, when the user leaves the field. */
const useTyped = ({
  value,
  onChange,
  format,
}: Pick<NumberFieldProps, 'value' | 'onChange'> & { format: NumberFormat }) => {
  const [text, setText] = useState(() => showNumber(value, format));
  const [invalid, setInvalid] = useState(false);
  const [shownFor, setShownFor] = useState(value);
  if (shownFor !== value) {
    setShownFor(value);
    setText(showNumber(value, format));
    setInvalid(false);
  }
  const type = (next: string) => {
    setText(next);
    setInvalid(false);
  };
  const commit = () => {
    const typed = parseTypedNumber(text, format);
    setInvalid(typed === undefined);
    if (typed === undefined) return;
    setText(showNumber(typed, format));
    onChange(typed);
  };
  return { text, type, invalid, commit };
};

/** A number field, read when the user leaves it; separators and a dollar sign are allowed. */
export const NumberField = (props: NumberFieldProps) => {
  const { label, error, hint, required, hideLabel, aside, value, onChange, placeholder, disabled } = props;
  const { format = { display: 'Integer', decimals: 0 } } = props;
  const { text, type, invalid, commit } = useTyped({ value, onChange, format });
  return (
    <Field
      {...{ label, hint, required, hideLabel, aside }}
      error={invalid ? formatNumberHint(text, format) : error}
    >
      {(control) => (
        <Input
          {...control}
          inputMode={format.decimals === 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          placeholder={placeholder}
          disabled={disabled}
          value={text}
          onChange={(event: ChangeEvent<HTMLInputElement>) => type(event.target.value)}
          onBlur={commit}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'Enter') commit();
          }}
        />
      )}
    </Field>
  );
};

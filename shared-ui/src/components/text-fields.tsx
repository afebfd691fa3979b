import { chakra } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { IconButton } from './button.tsx';
import { controlRecipe } from './control-recipe.ts';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';

const Input = chakra('input', controlRecipe);
const Area = chakra('textarea', controlRecipe);

/** 'used / limit' for inputs with a maximum length. */
const Counter = ({ used, limit }: { used: number; limit: number }) => (
  <chakra.span textStyle="caption" color="textSubtle" fontVariantNumeric="tabular-nums">
    {used} / {limit}
  </chakra.span>
);

const renderCounter = (value: unknown, limit: number | undefined, counter: boolean | undefined) =>
  counter && limit ? (
    <Counter used={typeof value === 'string' ? value.length : 0} limit={limit} />
  ) : undefined;

interface Counted {
  /** Shows how much of `maxLength` is used. */
  counter?: boolean;
}

export interface TextFieldProps
  extends FieldProps, Counted, Omit<ComponentProps<typeof Input>, keyof FieldProps> {}

/** A single-line text field. */
export const TextField = ({
  label,
  error,
  hint,
  required,
  hideLabel,
  aside,
  counter,
  id,
  ...rest
}: TextFieldProps) => (
  <Field
    {...{ id, label, error, hint, required, hideLabel }}
    aside={aside ?? renderCounter(rest.value, rest.maxLength, counter)}
  >
    {(control) => <Input type="text" {...control} {...rest} />}
  </Field>
);

export interface TextAreaFieldProps
  extends FieldProps, Counted, Omit<ComponentProps<typeof Area>, keyof FieldProps> {}

/** A multi-line text field. */
export const TextAreaField = (props: TextAreaFieldProps) => {
  const { label, error, hint, required, hideLabel, aside, counter, id, ...rest } = props;
  const shown = aside ?? renderCounter(rest.value, rest.maxLength, counter);
  return (
    <Field {...{ id, label, error, hint, required, hideLabel }} aside={shown}>
      {(control) => <Area py="2" rows={4} {...control} {...rest} />}
    </Field>
  );
};

/** A password field with a button that shows or hides the password. */
export const PasswordField = ({
  label,
  error,
  hint,
  required,
  hideLabel,
  aside,
  id,
  ...rest
}: TextFieldProps) => {
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ id, label, error, hint, required, hideLabel, aside }}>
      {(control) => (
        <chakra.div position="relative">
          <Input pe="10" {...control} {...rest} type={shown ? 'text' : 'password'} />
          <chakra.div position="absolute" insetInlineEnd="4px" top="50%" transform="translateY(-50%)">
            <IconButton
              size="sm"
              label={shown ? 'Hide password' : 'Show password'}
              aria-pressed={shown}
              icon={shown ? <EyeOff size={16} /> : <Eye size={16} />}
              onClick={() => setShown(!shown)}
            />
          </chakra.div>
        </chakra.div>
      )}
    </Field>
  );
};

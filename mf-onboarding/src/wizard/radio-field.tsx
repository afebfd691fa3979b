import { Field, Flex, styled } from '@readerlens/ui';
import { useId } from 'react';

interface Props<Value> {
  label: string;
  options: readonly { readonly label: string; readonly value: Value }[];
  value: Value | null;
  onChange: (value: Value) => void;
}

const Option = styled('label', {
  base: { display: 'inline-flex', alignItems: 'center', gap: '2', minH: '24px', cursor: 'pointer' },
});
const Circle = styled('input', { base: { boxSize: '17px', accentColor: 'accent', cursor: 'inherit' } });

/** A question with a few answers, none of which is chosen at first. */
export const RadioField = <Value extends string | boolean>({
  label,
  options,
  value,
  onChange,
}: Props<Value>) => {
  const name = useId();
  return (
    <Field label={label} group>
      {(control) => (
        <Flex role="radiogroup" aria-labelledby={`${control.id}-label`} gap="5" wrap="wrap">
          {options.map((option) => (
            <Option key={option.label}>
              <Circle
                type="radio"
                name={name}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
              />
              {option.label}
            </Option>
          ))}
        </Flex>
      )}
    </Field>
  );
};

export const yesOrNo = [
  { label: 'Yes', value: true },
  { label: 'No', value: false },
] as const;

import { Field, controlRecipe, styled } from '@readerlens/ui';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { BoolFilter, ExistsFilter } from '../model/index.ts';
import { EntryAside, AllowNASwitch } from './entry-aside.tsx';
import type { EntryProps } from './entry-props.ts';

type Flag = boolean | null;

const Control = styled('button', controlRecipe);

const formatFlag = (value: Flag) => (value === null ? 'Any' : value ? 'Yes' : 'No');
const nextFlag = (value: Flag): Flag => (value === null ? true : value ? false : null);

const Icon = ({ value }: { value: Flag }) => {
  if (value === null) return <CircleDashed size={15} aria-hidden="true" />;
  return value ? <CircleCheck size={15} aria-hidden="true" /> : <CircleX size={15} aria-hidden="true" />;
};

/** Any, yes or no; each press selects the next. */
export const FlagEntry = (props: EntryProps<BoolFilter | ExistsFilter>) => {
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
        <Control
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
          <Icon value={value} />
          <span id={`${id}-value`}>{formatFlag(value)}</span>
        </Control>
      )}
    </Field>
  );
};

import { chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { useId, useRef } from 'react';
import type { ChangeEvent } from 'react';
import { controlRecipe } from '../control-recipe.ts';
import { Field } from '../field.tsx';
import type { ControlAttributes, FieldProps } from '../field.tsx';
import { useAnchored } from '../use-anchored.ts';
import { Chips } from './chips.tsx';
import { OptionPopup, listHeight, listWidth, optionId } from './option-popup.tsx';
import { useMultiSelect } from './use-multi-select.ts';
import type { Selection } from './use-multi-select.ts';
import type { MultiSelectOption } from './use-options.ts';

const Control = chakra('div', controlRecipe);

export interface MultiSelectProps<T extends MultiSelectOption> extends FieldProps, Selection<T> {
  placeholder?: string;
  disabled?: boolean;
  /** Blinded Mode: names are blurred and nothing can be changed. */
  blurred?: boolean;
  onBlur?: () => void;
}

const Combobox = <T extends MultiSelectOption>(
  props: MultiSelectProps<T> & { control: ControlAttributes },
) => {
  const { control, label, value, placeholder, blurred = false, single = false, onBlur } = props;
  const disabled = props.disabled === true || blurred;
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const select = useMultiSelect(props);
  const style = useAnchored(box, select.open, { maxHeight: listHeight + 12, minWidth: listWidth });
  const leave = () => {
    select.close();
    onBlur?.();
  };
  return (
    <chakra.div
      ref={box}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave();
      }}
    >
      <Control
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap="1"
        py="1"
        ps={value.length > 0 ? '1' : '2.5'}
        pe="2"
        maxH="220px"
        overflowY="auto"
        cursor="text"
        data-disabled={disabled ? '' : undefined}
        aria-invalid={control['aria-invalid']}
        onClick={() => input.current?.focus()}
      >
        <Chips items={value} onRemove={select.remove} disabled={disabled} blurred={blurred} />
        <chakra.input
          ref={input}
          {...control}
          flex="1"
          minW="80px"
          minH="24px"
          outline="none"
          background="transparent"
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={select.open}
          aria-controls={listId}
          aria-activedescendant={
            select.open && select.active >= 0 ? optionId(listId, select.active) : undefined
          }
          disabled={disabled}
          placeholder={value.length === 0 ? placeholder : undefined}
          value={select.query}
          onChange={(event: ChangeEvent<HTMLInputElement>) => select.type(event.target.value)}
          onClick={() => select.setOpen(true)}
          onKeyDown={select.onKeyDown}
        />
        <chakra.span
          color="textMuted"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => select.setOpen(!select.open)}
        >
          <ChevronDown size={16} aria-hidden="true" />
        </chakra.span>
      </Control>
      {select.open && !disabled && (
        <OptionPopup
          id={listId}
          label={label}
          state={select.state}
          style={style}
          isSelected={select.isSelected}
          active={select.active}
          onActive={select.setActive}
          onToggle={select.toggle}
          multiple={!single}
        />
      )}
    </chakra.div>
  );
};

/**
 * A combobox for several options (or one, with `single`), given as `options` or fetched with `loadOptions`.
 * Arrow keys, Enter, Escape; Backspace in the empty field removes the last option.
 */
export const MultiSelect = <T extends MultiSelectOption>(props: MultiSelectProps<T>) => {
  const { label, error, hint, required, hideLabel, aside } = props;
  return (
    <Field {...{ label, error, hint, required, hideLabel, aside }}>
      {(control) => <Combobox {...props} control={control} />}
    </Field>
  );
};

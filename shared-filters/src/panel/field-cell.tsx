import { useRef, useState, memo } from 'react';
import type { FocusEvent } from 'react';
import { emptyFilter, isEmpty, canAddEntry, canRemoveEntry } from '../model/index.ts';
import type { FieldDefinition, Filter } from '../model/index.ts';
import { IconButton, Stack } from '@readerlens/ui';
import { Plus, X } from 'lucide-react';
import { FieldInUse } from './entry-aside.tsx';
import { FieldEntry } from './field-entry.tsx';
import type { DraftActions } from './use-filter-draft.ts';

/** Whether an entry has a value, or an operator or N/A chosen before one. */
const isTouched = (filter: Filter, definition: FieldDefinition): boolean => {
  if (!isEmpty(filter)) return true;
  const untouched = emptyFilter(definition);
  return 'op' in filter && 'op' in untouched && filter.op !== untouched.op;
};

/** Whether a field is in use: it has a value or several entries, or the focus is in it. */
const useInUse = (entries: readonly Filter[], definition: FieldDefinition) => {
  const [hasFocus, setHasFocus] = useState(false);
  const isPressed = useRef(false);
  return {
    inUse: hasFocus || entries.length > 1 || entries.some((filter) => isTouched(filter, definition)),
    handlers: {
      onFocus: () => setHasFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        // Safari does not focus a pressed button, and hiding it would swallow the click.
        if (!isPressed.current && !currentTarget.contains(relatedTarget)) setHasFocus(false);
      },
      onPointerDown: () => {
        isPressed.current = true;
        addEventListener('pointerup', () => (isPressed.current = false), { once: true });
      },
    },
  };
};

export interface FieldCellProps {
  definition: FieldDefinition;
  entries: readonly Filter[];
  error: string | undefined;
  required: boolean;
  clientIds: readonly string[];
  actions: DraftActions;
}

const formatFieldLabel = ({ label }: FieldDefinition, index: number) =>
  index === 0 ? label : `${label} (${index + 1})`;

const small = { size: 'sm', minH: '24px', width: '24px', color: 'textMuted' } as const;

/** Adds and removes entries; the focus moves to the new entry, or to the one before the removed entry. */
const useEntries = ({ definition, actions }: FieldCellProps) => {
  const cell = useRef<HTMLDivElement>(null);
  const [removals, setRemovals] = useState(0);
  const focusEntry = (index: number) =>
    requestAnimationFrame(() =>
      cell.current?.children[index]?.querySelector<HTMLElement>('input, textarea')?.focus(),
    );
  return {
    cell,
    removals,
    add: (index: number) => {
      actions.add(definition);
      focusEntry(index + 1);
    },
    remove: (index: number) => {
      actions.remove(definition.field, index);
      setRemovals(removals + 1);
      focusEntry(index - 1);
    },
  };
};

const Cell = (props: FieldCellProps) => {
  const { definition, entries, error, required, clientIds, actions } = props;
  const { cell, removals, add, remove } = useEntries(props);
  const { inUse, handlers } = useInUse(entries, definition);
  return (
    <FieldInUse value={inUse}>
      <Stack ref={cell} gap="2" {...handlers}>
        {entries.map((filter, index) => (
          <FieldEntry
            // Entries have no id, so after a removal the others remount with their current text.
            // eslint-disable-next-line react/no-array-index-key
            key={`${removals} ${index}`}
            definition={definition}
            label={formatFieldLabel(definition, index)}
            filter={filter}
            error={index === 0 ? error : undefined}
            required={required && index === 0}
            clientIds={clientIds}
            onChange={(next) => actions.set(next, index)}
            buttons={
              <>
                {canRemoveEntry(index) && (
                  <IconButton
                    {...small}
                    label={`Remove ${formatFieldLabel(definition, index)}`}
                    icon={<X size={14} />}
                    onClick={() => remove(index)}
                  />
                )}
                {definition.compound && canAddEntry(index, entries.length) && (
                  <IconButton
                    {...small}
                    label={`Add another ${definition.label}`}
                    icon={<Plus size={14} />}
                    onClick={() => add(index)}
                  />
                )}
              </>
            }
          />
        ))}
      </Stack>
    </FieldInUse>
  );
};

const isSame = (a: FieldCellProps, b: FieldCellProps): boolean =>
  a.definition === b.definition &&
  a.error === b.error &&
  a.required === b.required &&
  a.clientIds === b.clientIds &&
  a.actions === b.actions &&
  a.entries.length === b.entries.length &&
  a.entries.every((entry, index) => entry === b.entries[index]);

/** A field with its entries. Memoized, since a panel has dozens. */
export const FieldCell = memo(Cell, isSame);

import { useRef, useState } from 'react';
import type { FocusEvent } from 'react';
import { emptyFilter, isEmpty } from '../model/index.ts';
import type { FieldDefinition, Filter } from '../model/index.ts';

/** Whether an entry has a value, or an operator or N/A chosen before one. */
const isTouched = (filter: Filter, definition: FieldDefinition): boolean => {
  if (!isEmpty(filter)) return true;
  const untouched = emptyFilter(definition);
  return 'op' in filter && 'op' in untouched && filter.op !== untouched.op;
};

/** Whether a field is in use: it has a value or several entries, or the focus is in it. */
export const useInUse = (entries: readonly Filter[], definition: FieldDefinition) => {
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

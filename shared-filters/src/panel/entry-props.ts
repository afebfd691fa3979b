import type { ReactNode } from 'react';
import type { FieldDefinition, Filter } from '../model/index.ts';

/** Props of a field's widget: one entry of the field, and its error. */
export interface EntryProps<F extends Filter> {
  definition: FieldDefinition;
  /** The field's label; further entries also have their number. */
  label: string;
  filter: F;
  error: string | undefined;
  required: boolean;
  /** The selected clients, for fields whose options depend on them. */
  clientIds: readonly string[];
  /** Buttons beside the label that add and remove entries. */
  buttons?: ReactNode;
  onChange: (filter: F) => void;
}

import type { ReactNode } from 'react';
import type { FieldDefinition, Filter } from '../model/index.ts';

/** What a field's widget is given: one entry of the field, and what is wrong with it. */
export interface EntryProps<F extends Filter> {
  definition: FieldDefinition;
  /** The field's label, and for further entries of it their number. */
  label: string;
  filter: F;
  error: string | undefined;
  required: boolean;
  /** The chosen clients, for fields whose options depend on them. */
  clientIds: readonly string[];
  /** Buttons that add and remove entries, for beside the label. */
  buttons?: ReactNode;
  onChange: (filter: F) => void;
}

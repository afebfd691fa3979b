import type { FieldDefinition, Filter } from '@readerlens/filters/model';

/** What a field's widget is given: one entry of the field, and what is wrong with it. */
export interface EntryProps<F extends Filter> {
  definition: FieldDefinition;
  filter: F;
  error: string | undefined;
  required: boolean;
  onChange: (filter: F) => void;
}

import { isEmpty } from './empty.ts';
import type { FieldCatalogue } from './catalogue.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { Filter } from './kinds.ts';

const maskedFields: ReadonlySet<string> = new Set([
  'Email',
  'FirstName',
  'LastName',
  'ReaderCompany',
  'SpecificsText',
]);

/**
 * Whether a field searches text that Blinded Mode hides: its matches would reveal the hidden text letter by letter.
 */
export const isMaskedField = ({ field, kind, question }: FieldDefinition): boolean =>
  maskedFields.has(field) || (kind === 'Text' && question !== undefined);

/** The filters that Blinded Mode rejects, with their indexes in the list. Empty filters are allowed. */
export const maskedFilters = (
  filters: readonly Filter[],
  catalogue: FieldCatalogue,
): { index: number; definition: FieldDefinition }[] =>
  filters.flatMap((filter, index) => {
    const definition = catalogue.find(filter.field);
    return definition && isMaskedField(definition) && !isEmpty(filter) ? [{ index, definition }] : [];
  });

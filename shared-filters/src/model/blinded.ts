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
 * Whether a field asks for text that Blinded Mode hides. Whoever could search by it would read the hidden text letter by
 * letter, from what is found.
 */
export const isMaskedField = ({ field, kind, question }: FieldDefinition): boolean =>
  maskedFields.has(field) || (kind === 'Text' && question !== undefined);

/** The filters that Blinded Mode refuses, with their places in the list; empty ones ask for nothing. */
export const maskedFilters = (
  filters: readonly Filter[],
  catalogue: FieldCatalogue,
): { index: number; definition: FieldDefinition }[] =>
  filters.flatMap((filter, index) => {
    const definition = catalogue.find(filter.field);
    return definition && isMaskedField(definition) && !isEmpty(filter) ? [{ index, definition }] : [];
  });

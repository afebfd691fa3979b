import { maskedFilters } from '@readerlens/filters/model';
import type { FieldCatalogue, Filter, Problem } from '@readerlens/filters/model';
import { badRequest } from '../platform/errors.ts';

/** The filter model points into the body; the API names places with dots. */
const dotted = ({ path, message }: Problem): Problem => ({
  path: path.slice(1).replaceAll('/', '.'),
  message,
});

/** A 400 that names every place. */
export const invalidFilter = (message: string, problems: readonly Problem[]) =>
  badRequest(message, 'invalid_filter', problems.map(dotted));

/** What a blinded caller may not search by: what is found by a hidden text would tell the text. */
export const maskedProblems = (filters: readonly Filter[], catalogue: FieldCatalogue): Problem[] =>
  maskedFilters(filters, catalogue).map(({ index, definition }) => ({
    path: `/filters/${index}`,
    message: `${definition.label} cannot be searched by in Blinded Mode.`,
  }));

import { costProblems, maskedFilters } from '@readerlens/filters/model';
import type { FieldCatalogue, Filter, Problem } from '@readerlens/filters/model';
import { badRequest } from '../platform/http/errors.ts';

/** The filter model uses JSON pointers into the body; the API uses dotted paths. */
const dotted = ({ path, message }: Problem): Problem => ({
  path: path.slice(1).replaceAll('/', '.'),
  message,
});

/** A 400 error with every path. */
export const invalidFilter = (message: string, problems: readonly Problem[]) =>
  badRequest(message, 'invalid_filter', problems.map(dotted));
export const invalidFilters = (problems: readonly Problem[]) =>
  invalidFilter('Some filters are not valid.', problems);

/** Filters that a blinded caller may not use: a match on a hidden text would reveal the text. */
export const maskedProblems = (filters: readonly Filter[], catalogue: FieldCatalogue): Problem[] =>
  maskedFilters(filters, catalogue).map(({ index, definition }) => ({
    path: `/filters/${index}`,
    message: `${definition.label} cannot be searched by in Blinded Mode.`,
  }));

/** @throws AppError 400 for filters that would keep the database busy for too long, naming the fields to change */
export const refuseExpensive = (filters: readonly Filter[], catalogue: FieldCatalogue): void => {
  const problems = costProblems(filters, catalogue);
  const [first] = problems;
  if (first) throw invalidFilter(first.message, problems);
};

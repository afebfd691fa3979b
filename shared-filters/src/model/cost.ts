// How much work a list of filters is for the database. Only text comparisons matter: a line of Contains or Like is
// compared with the text of every row, while Equals and lists of ids are looked up in a hash table.
import type { FieldCatalogue } from './catalogue.ts';
import type { Filter } from './kinds.ts';
import type { Problem } from './parse-value.ts';
import { textLines, analyzeTextOp } from './text.ts';

/**
 * Comparisons per row that all text filters of a request may make together. One takes 0.1 to 0.2 µs, so that 60,000
 * readers take about two seconds at the limit, which is what others may have to wait for in the embedded database. Fifty
 * lines in each of five fields are within it.
 */
export const maxTextComparisons = 250;

/** Wildcards inside a line double its time at most: LIKE never goes back behind the last wildcard that matched. */
const countComparisons = (line: string): number => (/[^*%][*%]+[^*%]/.test(line) ? 2 : 1);

/** The comparisons with the text of one row. */
export const textComparisons = (filter: Filter): number => {
  if (filter.$type !== 'Text') return 0;
  const { match } = analyzeTextOp(filter.op);
  if (match === 'Equals') return 0;
  const lines = textLines(filter.value);
  return match === 'Like' ? lines.reduce((sum, line) => sum + countComparisons(line), 0) : lines.length;
};

const formatCostMessage = (label: string, filter: Filter & { $type: 'Text' }): string =>
  `${label} searches for ${textLines(filter.value).length} texts at once. ` +
  `All text fields together may search for ${maxTextComparisons}; a text with * or % inside counts twice. ` +
  'Please remove lines, or use Equals or Not equal, which are not limited.';

/** The filters, most expensive first, without which the others are within the limit. */
export const costProblems = (filters: readonly Filter[], catalogue: FieldCatalogue): Problem[] => {
  const costs = filters.map((filter, index) => ({ filter, index, cost: textComparisons(filter) }));
  let total = costs.reduce((sum, { cost }) => sum + cost, 0);
  return costs
    .sort((a, b) => b.cost - a.cost)
    .flatMap(({ filter, index, cost }) => {
      if (total <= maxTextComparisons || filter.$type !== 'Text') return [];
      total -= cost;
      const label = catalogue.find(filter.field)?.label ?? filter.field;
      return [{ path: `/filters/${index}/value`, message: formatCostMessage(label, filter) }];
    });
};

import { namedCatalogue } from './catalogue.ts';
import { costProblems, maxTextComparisons, textComparisons } from './cost.ts';
import type { Filter, TextOp } from './kinds.ts';

const texts = (field: string, op: TextOp, count: number, line = 'text'): Filter => ({
  $type: 'Text',
  field,
  op,
  value: Array.from({ length: count }, (_, index) => `${line}${index}`).join('\n'),
});
const listProblemPaths = (...filters: Filter[]) =>
  costProblems(filters, namedCatalogue).map(({ path }) => path);

it('counts the lines that are compared with every row, twice if a wildcard is inside', () => {
  expect(textComparisons(texts('Email', 'NotContains', 40))).toBe(40);
  expect(textComparisons(texts('Email', 'Like', 40, '*a'))).toBe(40);
  expect(textComparisons(texts('Email', 'NotLike', 40, '%a%b'))).toBe(80);
  expect(textComparisons(texts('Email', 'Equals', 500))).toBe(0);
  expect(textComparisons(texts('Email', 'NotEqual', 500))).toBe(0);
});

it('accepts fifty lines in each of five fields, and long lists of exact values', () => {
  const fields = ['Email', 'FirstName', 'LastName', 'Title', 'DocumentTitle'];
  expect(listProblemPaths(...fields.map((field) => texts(field, 'NotContains', 50)))).toEqual([]);
  expect(listProblemPaths(...fields.map((field) => texts(field, 'Equals', 500)))).toEqual([]);
});

it('refuses the fields with most lines until the others are within the limit', () => {
  const most = texts('Email', 'Contains', maxTextComparisons);
  expect(listProblemPaths(most)).toEqual([]);
  expect(listProblemPaths(texts('City', 'Like', 1), most)).toEqual(['/filters/1/value']);
  expect(listProblemPaths(texts('City', 'NotLike', 200, '%a%b'), texts('Title', 'Like', 1), most)).toEqual([
    '/filters/0/value',
    '/filters/2/value',
  ]);
});

it('says what to change', () => {
  const [problem] = costProblems([texts('Email', 'NotLike', 480, '%a%b%')], namedCatalogue);
  expect(problem?.message).toBe(
    'Email searches for 480 texts at once. All text fields together may search for 250; a text with * or % inside ' +
      'counts twice. Please remove lines, or use Equals or Not equal, which are not limited.',
  );
});

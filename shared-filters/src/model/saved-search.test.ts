import { testCatalogue } from '../testing/index.ts';
import {
  maxSearchName,
  readStoredModel,
  savedFiltersProblem,
  searchNameProblem,
  termsFilter,
} from './index.ts';

const client = { role: 'Client', searchFields: [] } as const;
const staff = { role: 'Internal', searchFields: [] } as const;
const quality = termsFilter('Quality', [{ id: '3' }]);
const clients = termsFilter('Clients', [{ id: '1' }]);

it.each([
  ['', 'Search Name Is Required'],
  [' \n', 'Search Name Is Required'],
  ['x'.repeat(maxSearchName + 1), 'Search Name must not be longer than 60 characters'],
  ['x'.repeat(maxSearchName), undefined],
  [` ${'😀'.repeat(maxSearchName)} `, undefined],
])('the name %j of a saved search: %s', (name, problem) => {
  expect(searchNameProblem(name)).toBe(problem);
});

it('a saved search needs a filter, and clients below Internal', () => {
  const none = { field: 'filters', message: 'At least one filter is required' };
  expect([savedFiltersProblem([], staff), savedFiltersProblem([], client)]).toEqual([none, none]);
  expect(savedFiltersProblem([quality], staff)).toBeUndefined();
  expect(savedFiltersProblem([quality], client)).toEqual({
    field: 'Clients',
    message: 'Clients Is Required',
  });
  expect(savedFiltersProblem([quality, clients], client)).toBeUndefined();
});

describe('a stored model', () => {
  const read = (filters: unknown, indices: unknown = []) =>
    readStoredModel({ filters, indices }, testCatalogue);

  it('is read as far as it is valid', () => {
    const stored = [
      quality,
      { field: 'Gone', value: [] },
      null,
      { field: 'Quality', value: 'three' },
      clients,
    ];
    expect(read(stored, ['Event', 'webinar'])).toEqual({
      filters: [quality, clients],
      indices: ['Webinar', 'Event'],
    });
    expect(read([quality], ['Event', 'Lunch'])).toEqual({ filters: [quality], indices: [] });
  });

  it.each([[undefined], [null], ['x'], [{}], [7]])('is empty if invalid: %j', (stored) => {
    expect(read(stored, stored)).toEqual({ filters: [], indices: [] });
  });

  it('respects the limits', () => {
    expect(read(Array.from({ length: 9 }, () => quality)).filters).toHaveLength(7);
  });
});

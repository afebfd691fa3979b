import { searchAddress } from './search-address.ts';
import type { SearchView } from './search-address.ts';

const { read: readAddress, write: writeAddress } = searchAddress;

const fresh: SearchView = {
  query: '',
  documents: [],
  reader: '',
  org: '',
  docAge: undefined,
  sort: { column: 'date', descending: true },
  page: 1,
  size: 50,
};

it('starts on the first page of 50, newest first', () => {
  expect(readAddress('')).toEqual(fresh);
  expect(writeAddress(fresh, '')).toBe('');
});

it('round-trips, and leaves the filters unchanged', () => {
  const view: SearchView = {
    query: 'A & B=1 ß',
    documents: ['12', '7'],
    reader: '5',
    org: '8',
    docAge: '1-2 years',
    sort: { column: 'company', descending: false },
    page: 3,
    size: 100,
  };
  const written = writeAddress(view, '?f=Clients:c1;Title.Contains:a+b');
  expect(written).toContain(
    '?f=Clients:c1;Title.Contains:a+b&query=A%20%26%20B%3D1%20%C3%9F&documents=12%2C7&reader=5&org=8&docAge=1-2%20years',
  );
  expect(readAddress(written)).toEqual(view);
  expect(writeAddress(fresh, written)).toBe('?f=Clients:c1;Title.Contains:a+b');
});

it.each(['?page=0', '?page=1.5', '?page=x', '?size=7', '?sort=constructor', '?page=1e9'])(
  'ignores %s',
  (search) => expect(readAddress(search)).toEqual(fresh),
);

it('truncates the text to what the server accepts', () => {
  expect(readAddress(`?query=${'a'.repeat(300)}`).query).toHaveLength(200);
});

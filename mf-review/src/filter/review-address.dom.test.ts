import { defaultView, readAddress, writeAddress } from './review-address.ts';
import type { ReviewView } from './review-address.ts';
import { toReviewFilter } from './review-criteria.ts';

const today = '2026-03-10';
const fresh = defaultView(today);

it('has no query for the defaults: pending, initial, the last seven days, newest first', () => {
  expect(writeAddress(fresh, today)).toBe('');
  expect(readAddress('', today)).toEqual(fresh);
  expect(fresh.criteria).toMatchObject({
    status: 'Pending',
    subsequent: false,
    from: '2026-03-03',
    to: today,
  });
  expect([fresh.sort, fresh.page, fresh.size]).toEqual([{ column: 'DropDate', descending: true }, 1, 10]);
});

const full: ReviewView = {
  criteria: {
    status: 'RejectedWithPrimary',
    from: '2026-01-01',
    to: '2026-02-01',
    subsequent: true,
    source: 'NL',
    onlines: [{ id: '3' }, { id: 'a,b' }],
    clients: [{ id: '7' }],
    reader: '5',
    org: '9',
    types: ['CustomerRequest'],
    qualities: [1, 3],
    emails: [
      { operation: 'Contains', value: 'acme & co' },
      { operation: 'Equals', value: 'ada@lab.example' },
    ],
    match: 'Any',
  },
  query: 'ada & co',
  filtersOpen: true,
  sort: { column: 'Client', descending: false },
  page: 3,
  size: 50,
};

it('round-trips', () => {
  const written = writeAddress(full, today);
  expect(written).toBe(
    '?status=RejectedWithPrimary&from=2026-01-01&to=2026-02-01&sequence=subsequent&source=NL&onlines=3,a%2Cb' +
      '&clients=7&reader=5&org=9&types=CustomerRequest&quality=1,3&email=contains:acme%20%26%20co&email=equals:ada@lab.example' +
      '&match=Any&query=ada%20%26%20co&sort=Client&order=asc&page=3&size=50&filters=open',
  );
  expect(readAddress(written, today)).toEqual(full);
});

it.each([
  '?status=Deleted',
  '?status=RejectedWithPrimary',
  '?from=2026-02-01&to=2026-01-01',
  '?from=2026-04-01&to=2026-04-02',
  '?from=2026-02-30&to=2026-03-01',
  '?from=2026-02-01',
  '?quality=4&types=Webinar&source=TV',
  '?email=like:x&email=equals:&email=x',
  '?sort=Specifics&page=0&size=11',
  '?page=1.5',
  '?onlines=%E0%A4%A',
  '?unknown=1&&=',
])('falls back to the defaults for %s', (address) => {
  expect(readAddress(address, today)).toEqual(fresh);
});

it('sends the criteria to the API without empty ones', () => {
  expect(toReviewFilter(fresh.criteria, { blinded: false })).toEqual({
    status: 'Pending',
    from: '2026-03-03',
    to: today,
  });
  expect(toReviewFilter(full.criteria, { blinded: false })).toEqual({
    status: 'RejectedWithPrimary',
    from: '2026-01-01',
    to: '2026-02-01',
    activitySource: 'NL',
    readerId: '5',
    organizationId: '9',
    secondaryOnly: true,
    onlines: ['3', 'a,b'],
    companyIds: ['7'],
    activityTypes: ['CustomerRequest'],
    quality: [1, 3],
    comparedFields: [
      { field: 'email', operation: 'Contains', value: 'acme & co' },
      { field: 'email', operation: 'Equals', value: 'ada@lab.example' },
    ],
    inclusionCondition: 'Any',
  });
});

it('sends no email comparisons in Blinded Mode', () => {
  const filter = toReviewFilter(full.criteria, { blinded: true });
  expect(filter).not.toHaveProperty('comparedFields');
  expect(filter).not.toHaveProperty('inclusionCondition');
});

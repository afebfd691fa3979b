import { readClientId } from '@readerlens/contract/explorer';
import { relativeRangeFilter, termsFilter } from '../model/index.ts';
import type { Filter } from '../model/index.ts';
import { addSearch } from './subject-link.tsx';

const stateWith = (filters: readonly unknown[]) => ({
  owner: 'u1',
  areas: { analytics: { filters, indices: [] } },
  appliedFrom: undefined,
  choices: {},
});
const remembered: Filter[] = [
  termsFilter('Clients', [{ id: '7' }, { id: '8' }]),
  termsFilter('Quality', [{ id: '1' }]),
  relativeRangeFilter('-90d'),
];
const reader = '/analytics/reader-dashboard/5';

describe('the address of the page of a reader', () => {
  it('has the remembered search, if that has the client of the row', () => {
    const state = stateWith(remembered);
    const whole = `${reader}?f=Clients:7,8;Quality:1;RelativeDateRange:-90d`;
    expect(addSearch(reader, { state, clientId: '8' })).toBe(whole);
    expect(addSearch(reader, { state })).toBe(whole);
  });

  it('has the client of the row and the remembered dates, if another client was searched', () => {
    expect(addSearch(reader, { state: stateWith(remembered), clientId: '9' })).toBe(
      `${reader}?f=Clients:9;RelativeDateRange:-90d`,
    );
  });

  it('has the client of the row, if nothing was searched', () => {
    const state = { ...stateWith([]), areas: {} };
    expect(addSearch(reader, { state, clientId: '9' })).toBe(`${reader}?f=Clients:9`);
    expect(addSearch(reader, { state })).toBe(reader);
  });

  it('has no search in place of one that cannot be read here', () => {
    expect(addSearch(reader, { state: stateWith([{ field: 'unknown' }]), clientId: '9' })).toBe(reader);
  });
});

it.each([
  ['Engagement-6-77', '6'],
  ['6-77', '6'],
  ['77', undefined],
  ['Engagement-c1-77', undefined],
])('the activity %s is of the client %s', (id, client) => {
  expect(readClientId(id)).toBe(client);
});

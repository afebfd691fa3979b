import { findTabName } from './tab-names.ts';

const tabs = [{ name: 'Profile' }, { name: 'Filters' }, { name: 'Columns' }] as const;

describe('tabOf', () => {
  it.each([
    [null, 'Profile'],
    ['', 'Profile'],
    ['0', 'Profile'],
    ['profile', 'Profile'],
    ['1', 'Filters'],
    ['Filters', 'Filters'],
    ['fILTERS', 'Filters'],
    ['2', 'Columns'],
    ['COLUMNS', 'Columns'],
    ['4', 'Profile'],
    ['nonsense', 'Profile'],
  ])('%p is the tab %s', (active, name) => {
    expect(findTabName(active, tabs)).toBe(name);
  });

  it.each(['3', 'ActivityReports'])('%s is the first tab while there is no such tab', (active) => {
    expect(findTabName(active, tabs)).toBe('Profile');
    expect(findTabName(active, [...tabs, { name: 'ActivityReports' }])).toBe('ActivityReports');
  });
});

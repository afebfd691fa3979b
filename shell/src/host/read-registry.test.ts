import { testRegistry } from '../testing/registry.ts';
import { parseRegistry, readRegistry } from './read-registry.ts';

const [area] = testRegistry.areas;
const other = { ...area, id: 'other' };

describe('readRegistry', () => {
  it('answers the registry as it is', () => {
    expect(readRegistry(testRegistry)).toEqual({ registry: testRegistry, lost: [] });
    expect(readRegistry({ areas: [] })).toEqual({ registry: { areas: [] }, lost: [] });
  });

  it.each([
    ['nothing', null],
    ['a list', [area]],
    ['areas that are no list', { areas: 'none' }],
    ['nothing that can be understood', { areas: [{ id: 'analytics' }, null] }],
  ])('answers nothing for %s', (_, value) => {
    expect(readRegistry(value)).toBeUndefined();
  });

  it.each([
    ['routes', { routes: null }],
    ['a route', { routes: [{ path: 'relative', title: 'x', access: {} }] }],
    ['a menu entry', { navigation: [{ label: 'x' }] }],
    ['an integrity', { integrity: { 'entry.js': 'none' } }],
    ['a place', { base: '' }],
    ['a version to fall back to', { previous: { version: 'v1' } }],
  ])('leaves out an area without a proper %s, and no other', (_, more) => {
    const broken = { ...area, ...more };
    expect(readRegistry({ areas: [broken, other] })).toEqual({
      registry: { areas: [other] },
      lost: ['analytics'],
    });
  });

  it('keeps such an area as it was known', () => {
    const read = readRegistry({ areas: [other, { id: 'analytics' }] }, testRegistry);
    expect(read).toEqual({ registry: { areas: [other, area] }, lost: ['analytics'] });
  });
});

it('parseRegistry answers nothing for what is no JSON', () => {
  expect(parseRegistry('{"areas": [')).toBeUndefined();
  expect(parseRegistry(undefined)).toBeUndefined();
  expect(parseRegistry(JSON.stringify(testRegistry))?.registry).toEqual(testRegistry);
});

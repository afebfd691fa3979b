import { testRegistry } from '../testing/registry.ts';
import { parseRegistry, readRegistry } from './read-registry.ts';

const [area] = testRegistry.areas;
const other = { ...area, id: 'other' };

describe('readRegistry', () => {
  it('returns a valid registry unchanged', () => {
    expect(readRegistry(testRegistry)).toEqual({ registry: testRegistry, invalid: [] });
    expect(readRegistry({ areas: [] })).toEqual({ registry: { areas: [] }, invalid: [] });
  });

  it.each([
    ['nothing', null],
    ['a list', [area]],
    ['areas that are no list', { areas: 'none' }],
    ['invalid entries only', { areas: [{ id: 'analytics' }, null] }],
  ])('returns undefined for %s', (_, value) => {
    expect(readRegistry(value)).toBeUndefined();
  });

  it.each([
    ['routes', { routes: null }],
    ['route', { routes: [{ path: 'relative', title: 'x', access: {} }] }],
    ['menu entry', { navigation: [{ label: 'x' }] }],
    ['integrity', { integrity: { 'entry.js': 'none' } }],
    ['base', { base: '' }],
    ['previous version', { previous: { version: 'v1' } }],
  ])('leaves out only the area with an invalid %s', (_, more) => {
    const broken = { ...area, ...more };
    expect(readRegistry({ areas: [broken, other] })).toEqual({
      registry: { areas: [other] },
      invalid: [
        {
          id: 'analytics',
          version: '1',
          name: 'Analytics',
          routes: 'routes' in more ? [] : area?.routes,
        },
      ],
    });
  });

  it('keeps the known entry of an invalid area', () => {
    const read = readRegistry({ areas: [other, { id: 'analytics' }] }, testRegistry);
    expect(read).toEqual({
      registry: { areas: [other, area] },
      invalid: [{ id: 'analytics', version: undefined, name: 'analytics', routes: [] }],
    });
  });
});

it('parseRegistry returns undefined for invalid JSON', () => {
  expect(parseRegistry('{"areas": [')).toBeUndefined();
  expect(parseRegistry(undefined)).toBeUndefined();
  expect(parseRegistry(JSON.stringify(testRegistry))?.registry).toEqual(testRegistry);
});

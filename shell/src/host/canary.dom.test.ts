import type { SessionState } from '@readerlens/auth';
import { canaryRings } from '@readerlens/contract/registry';
import type { AreaEntry, CanaryRing } from '@readerlens/contract/registry';
import { isInCanary, rememberCanaries } from './canary.ts';

type Person = Pick<SessionState, 'claims' | 'user'>;

const buildPerson = (sub: string, role: 'Client' | 'Internal' = 'Client', earlyAccess?: true): Person =>
  ({ claims: { sub, role }, user: { ...(earlyAccess && { earlyAccess }) } }) as unknown as Person;
const clients = Array.from({ length: 4000 }, (_, at) => buildPerson(String(at)));
const listIn = (ring: CanaryRing, release = '1', area = 'notes') =>
  clients.filter((person) => isInCanary(area, { release, ring }, person)).map(({ claims }) => claims!.sub);

it('has more people in each ring, none of whom leaves with the next', () => {
  const rings = canaryRings.map((ring) => listIn(ring));
  rings.slice(1).forEach((ring, at) => {
    expect(ring).toEqual(expect.arrayContaining(rings[at]!.slice(0, 200)));
  });
  const counts = rings.map(({ length }) => length);
  expect(counts.slice(0, 2)).toEqual([0, 0]);
  for (const [at, share] of [0.05, 0.25, 0.5, 1].entries()) {
    const expected = share * clients.length;
    // Five standard deviations of a fair draw.
    const tolerated = 5 * Math.sqrt(expected * (1 - share));
    expect(Math.abs(counts[at + 2]! - expected)).toBeLessThanOrEqual(tolerated);
  }
});

it('has other people for each release and area, so that nobody is always the first', () => {
  const first = new Set(listIn('25'));
  for (const others of [listIn('25', '2'), listIn('25', '1', 'review')]) {
    const both = others.filter((sub) => first.has(sub)).length;
    expect(both / others.length).toBeGreaterThan(0.15);
    expect(both / others.length).toBeLessThan(0.35);
  }
});

it('begins with staff, then people whose clients have early access; nobody without a session gets it', () => {
  const list = (person: Person) =>
    canaryRings.filter((ring) => isInCanary('notes', { release: '1', ring }, person));
  expect(list(buildPerson('1', 'Internal'))).toEqual(canaryRings);
  expect(list(buildPerson('1', 'Client', true))).toEqual(canaryRings.slice(1));
  expect(list({ claims: undefined, user: undefined })).toEqual([]);
});

it('tells the server which canaries it gets, and forgets those that are over', () => {
  const canary = { release: '7', ring: 'staff' };
  const areas = [
    { id: 'notes', canary },
    { id: 'review', canary: { release: '8', ring: 'staff' } },
    { id: 'alerts' },
  ] as unknown as AreaEntry[];
  rememberCanaries(areas, buildPerson('1', 'Internal'));
  expect(document.cookie).toBe('readerlens_canaries=notes.7%20review.8');
  rememberCanaries(areas, buildPerson('1'));
  expect(document.cookie).toBe('');
});

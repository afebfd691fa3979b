import type { AreaEntry } from '@readerlens/contract/registry';
import { AreaFailure } from '../host/area-failure.ts';
import type { AreaEvent } from '../host/index.ts';
import { testRegistry } from '../testing/registry.ts';
import { describeAreas } from './describe-areas.ts';
import type { PageFacts } from './describe-areas.ts';

const area: AreaEntry = { ...testRegistry.areas[0]!, version: '2' };
const failure = new AreaFailure('timeout', 'Mounting Analytics took too long.');
const happen = (...events: AreaEvent[]) => events.map((event, at) => ({ at, event }));
const subject = { area: 'analytics', version: '2' };

const describeArea = (facts: Partial<PageFacts>) =>
  describeAreas({ areas: [area], stale: false, states: {}, events: [], preview: undefined, ...facts })[0];

it.each<[string, Partial<PageFacts>, string, string]>([
  ['deployed', {}, '2', 'Deployed'],
  ['previewed', { preview: subject }, '2', 'A preview link of this tab'],
  [
    'entered before a deploy',
    { states: { analytics: { version: '1', phase: 'mounted' } } },
    '1',
    'It was entered before 2 was deployed',
  ],
  [
    'a fall-back',
    {
      states: { analytics: { version: '1', phase: 'mounted', replaces: '2' } },
      events: happen({ ...subject, type: 'failed', phase: 'mount', failure }),
    },
    '1',
    'The previous version, because 2 failed: Mounting Analytics took too long.',
  ],
  [
    'of an old list of areas',
    { stale: true },
    '2',
    'The last list of areas that this browser has; the server has none',
  ],
])('says why the version is %s', (_, facts, version, reason) => {
  expect(describeArea(facts)).toMatchObject({ version, reason });
});

it('has the times, leftovers and failures of an area', () => {
  const leftovers = { nodes: 3, listeners: 0, timers: 0, patched: 0, late: 0 };
  const events = happen(
    { ...subject, type: 'loaded', ms: 120 },
    { ...subject, type: 'ready', ms: 300 },
    { ...subject, type: 'leftBehind', leftovers },
    { ...subject, type: 'ready', ms: 80 },
    { ...subject, type: 'failed', phase: 'run', failure },
    { ...subject, area: 'review', type: 'ready', ms: 1 },
  );
  expect(describeArea({ events })).toMatchObject({
    loadMs: 120,
    readyMs: 80,
    leftovers,
    failures: ['2: Mounting Analytics took too long.'],
  });
});

it('lists the areas that the page requested first', () => {
  const areas = ['a', 'b', 'c'].map((id) => ({ ...area, id }));
  const states = { c: { version: '2', phase: 'mounted' as const } };
  const listed = describeAreas({ areas, stale: false, states, events: [], preview: undefined });
  expect(listed.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
});

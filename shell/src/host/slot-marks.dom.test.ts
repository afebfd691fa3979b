import { ApiError, sessionStore } from '@readerlens/auth';
import type { AreaEntry, AreaVersion } from '@readerlens/contract/registry';
import type { AreaLifecycles, FindMarks } from '@readerlens/ui';
import { marksDeadlineMs } from '../deadlines.ts';
import { client } from '../testing/people.ts';
import { testRegistry } from '../testing/registry.ts';
import { onAreaEvent } from './area-events.ts';
import { clearFailures } from './area-mount.ts';
import { registryStore } from './registry.ts';
import { findMarks } from './slot-marks.ts';

const slot = 'analytics/marks/v1';
const [owner] = testRegistry.areas as [AreaEntry];

const createVersion = (version: string): AreaVersion => ({
  ...owner,
  version,
  widgetFiles: { rows: ['widget-rows.js'] },
});
const filler = (change: Partial<AreaEntry> = {}): AreaEntry => ({
  ...owner,
  ...createVersion('v2'),
  id: 'notes',
  navigation: [],
  routes: [],
  marks: [{ slot, name: 'rows', label: 'Rows', order: 1, access: {} }],
  ...change,
});
const deployed = (...fillers: AreaEntry[]) => {
  const slots = [{ slot, kind: 'marks' as const, context: ['reader'] }];
  const registry = { areas: [{ ...owner, slots }, ...fillers] };
  registryStore.setState({ status: 'ready', registry, stale: false, invalid: [] }, true);
};

const events: string[] = [];
onAreaEvent(({ type, area, version, widget }) => events.push(`${type} ${area}/${widget}@${version}`));

const nothing = async () => {};
const rows = [
  { reader: '5', name: 'Ada Berg' },
  { reader: '6', name: 'Ben Cole' },
];
const loads: string[] = [];
/** `functions`: of each version that loads, by area and version. */
const find = (functions: Record<string, FindMarks | undefined>, signal = new AbortController().signal) =>
  findMarks(slot, rows, signal, async (id, { version, module, preload }) => {
    loads.push([id, version, module, ...preload].join(' '));
    const key = `${id}@${version}`;
    if (!(key in functions)) throw new Error('Not there');
    const lifecycles: AreaLifecycles = {
      bootstrap: nothing,
      mount: nothing,
      update: nothing,
      unmount: nothing,
    };
    return { lifecycles: { ...lifecycles, ...(functions[key] && { marks: functions[key] }) }, ms: 1 };
  });
const markFirst: FindMarks = async (given) =>
  given.map((_, index) => (index === 0 ? { text: 'Note' } : undefined));

beforeEach(() => {
  events.length = 0;
  loads.length = 0;
  clearFailures('notes/rows');
  sessionStore.setState({ claims: client as never });
  window.requestIdleCallback = (work) => {
    work({ didTimeout: false, timeRemaining: () => 1 });
    return 1;
  };
});
afterEach(() => jest.useRealTimers());

it('asks each area once for all rows, with the values that the slot declares', async () => {
  deployed(
    filler(),
    filler({ id: 'other', marks: [{ slot, name: 'rows', label: 'x', order: 0, access: {} }] }),
  );
  const asked: unknown[] = [];
  const marks = await find({
    'notes@v2': async (given) => {
      asked.push(given, Object.isFrozen(given), Object.isFrozen(given[0]));
      return markFirst(given, { signal: new AbortController().signal });
    },
    'other@v2': async () => [{ text: 'Seen', to: '/seen?a=1' }, { text: 'New' }],
  });
  expect(marks).toEqual([[{ text: 'Seen', to: '/seen?a=1' }, { text: 'Note' }], [{ text: 'New' }]]);
  expect(asked).toEqual([[{ reader: '5' }, { reader: '6' }], true, true]);
  expect(loads).toEqual(['other v2 ./rows widget-rows.js', 'notes v2 ./rows widget-rows.js']);
});

it.each([
  [
    'without access',
    { marks: [{ slot, name: 'rows', label: 'x', order: 1, access: { role: 'Admin' as const } }] },
  ],
  ['in another slot', { marks: [{ slot: 'x/y/v1', name: 'rows', label: 'x', order: 1, access: {} }] }],
])('loads nothing of an area %s', async (_, change) => {
  deployed(filler(change));
  expect(await find({ 'notes@v2': markFirst })).toEqual([]);
  expect(loads).toEqual([]);
});

it.each<[string, FindMarks | undefined]>([
  ['throws', () => Promise.reject(new Error('Not today'))],
  ['is not there', undefined],
  ['answers for too few rows', async () => [{ text: 'Note' }]],
])('goes on with the previous version if the function %s, and says so', async (_, broken) => {
  deployed(filler({ previous: createVersion('v1') }));
  expect(await find({ 'notes@v2': broken, 'notes@v1': markFirst })).toEqual([[{ text: 'Note' }], []]);
  expect(events.filter((event) => event.startsWith('failed'))).toEqual(['failed notes/rows@v2']);
  // The next list does not wait for the broken version again.
  loads.length = 0;
  await find({ 'notes@v2': broken, 'notes@v1': markFirst });
  expect(loads).toEqual(['notes v1 ./rows widget-rows.js']);
});

it('has no marks of an area that does not answer in time', async () => {
  deployed(filler());
  jest.useFakeTimers();
  const marks = find({ 'notes@v2': () => new Promise(() => {}) });
  await jest.advanceTimersByTimeAsync(marksDeadlineMs);
  expect(await marks).toEqual([[], []]);
  expect(events).toEqual(['failed notes/rows@v2']);
});

it('does not blame a version for an error of the API, or for the end of the page', async () => {
  deployed(filler());
  const failed = () => Promise.reject(new ApiError({ message: 'Busy.', status: 503, code: 'unavailable' }));
  expect(await find({ 'notes@v2': failed })).toEqual([[], []]);
  const leaving = new AbortController();
  const marks = find({ 'notes@v2': () => Promise.reject(new Error('late')) }, leaving.signal);
  leaving.abort();
  expect(await marks).toEqual([]);
  expect(events).toEqual([]);
});

it.each([
  ['a long text', { text: 'x'.repeat(41) }],
  ['no text', { text: '' }],
  ['an address elsewhere', { text: 'Note', to: '//evil.example' }],
  ['a script', { text: 'Note', to: 'javascript:alert(1)' }],
  ['no object', 'Note'],
])('leaves out a mark with %s', async (_, mark) => {
  deployed(filler());
  expect(await find({ 'notes@v2': (async () => [mark, { text: 'Note' }]) as unknown as FindMarks })).toEqual([
    [],
    [{ text: 'Note' }],
  ]);
});

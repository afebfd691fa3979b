// A save may leave out filters of its input, but never silently. A search ignores those that its user may not use: it stores
// nothing, and its page does not offer them.
import { calls } from '@readerlens/contract';
import type { CallDefinition, CallKey, DroppedFilter } from '@readerlens/contract';
import { termsFilter } from '@readerlens/filters/model';
import { testDatabase } from './platform/testing/index.ts';
import { callWorld } from './testing/call-inputs.ts';

const db = testDatabase();
const { listInputs, send } = callWorld(db);

/** A rule of an account list is refused instead: without one of its filters it would have other organizations. */
const takesFilters = ({ body = {} }: CallDefinition): boolean => {
  const { properties = {} }: { properties?: object } = body;
  return 'filters' in properties;
};

/** The calls that store filters. */
const saves = (Object.entries(calls) as [CallKey, CallDefinition][])
  .filter(([, call]) => takesFilters(call) && call.reads !== true && call.file === undefined)
  .map(([key]) => key);

/** A field that even staff may search by only if it is granted to them. */
const denied = termsFilter('AnalystTags', [{ id: '1' }]);
const types = termsFilter('ActivityTypes', [{ id: 'Webinar' }]);
const lastYear = { field: 'RelativeDateRange', value: '-1y' };
const range = { field: 'DateRange', value: { from: '2026-01-01', to: '2026-02-01' } };
const lastMonths = [lastYear, range];

/** The valid input of a call with further filters, or with other ones; each name is used once. */
const inputWith = (call: CallKey, filters: (valid: unknown[]) => unknown[]) => {
  const [input = {}] = listInputs(call);
  const body = input.body as { filters?: unknown[]; name?: string };
  const name = body.name === undefined ? {} : { name: `${body.name} ${(names += 1)}` };
  return { ...input, body: { ...body, ...name, filters: filters(body.filters ?? []) } };
};
let names = 0;

const droppedBy = async (call: CallKey, ...more: readonly unknown[]) => {
  const { text } = await send(
    call,
    inputWith(call, (valid) => [...valid, ...more]),
  );
  const { message, data } = JSON.parse(text) as { message: string; data?: { dropped?: DroppedFilter[] } };
  if (!data) return message;
  return (data.dropped ?? []).map(({ label, reason }) => `${label}: ${reason}`);
};

beforeAll(async () => {
  await db().kysely.updateTable('app_user').set({ activity_fields: [] }).execute();
});

it('are these calls', () => {
  expect(saves.toSorted()).toEqual([
    'PATCH /api/activity-report-config/{id}',
    'PATCH /api/saved-searches/{id}',
    'POST /api/activity-report-config',
    'POST /api/marketing-performance/page-mails',
    'POST /api/saved-searches',
    'PUT /api/default-filters',
    'PUT /api/notification/{id}/filters',
  ]);
});

describe.each(saves)('%s', (call) => {
  it('drops nothing of a valid input, nor an empty filter', async () => {
    expect(await droppedBy(call)).toEqual([]);
    expect(await droppedBy(call, termsFilter('AnalystTags', []))).toEqual([]);
  });

  it('names filters that the user may not use, that another one rules out, and that do not apply', async () => {
    const [isDated, hasTypes] = [!/notification|report/.test(call), !/report/.test(call)];
    expect(await droppedBy(call, denied)).toEqual(['Analyst Tags: not permitted']);
    expect(await droppedBy(call, ...lastMonths)).toEqual([
      'Date Range: ruled out',
      ...(isDated ? [] : ['Relative Date Range: not applicable']),
    ]);
    expect(await droppedBy(call, types)).toEqual(hasTypes ? [] : ['Activity Type: not applicable']);
  });

  it('names them also if it refuses the rest', async () => {
    const { status, text } = await send(
      call,
      inputWith(call, () => [
        denied,
        ...(call.includes('report') ? [termsFilter('Clients', [{ id: '999' }])] : []),
      ]),
    );
    // Without filters there are the built-in defaults.
    expect(status).toBe(call.includes('default-filters') ? 200 : 400);
    expect(text).toContain(
      status === 200
        ? '"label":"Analyst Tags"'
        : 'Analyst Tags was not saved: this user may not search by it.',
    );
  });
});

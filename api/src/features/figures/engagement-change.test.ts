import type { CallData, Calls } from '@readerlens/contract';
import { comparedPeriods } from '@readerlens/contract/marketing';
import { addDays, comparedRange, formatDay } from '@readerlens/filters/model';
import type { ResolvedRange } from '@readerlens/filters/model';
import { clients, demoApi } from '../../data/demo/testing/demo-api.ts';

type Change = CallData<Calls['POST /api/client-dashboard/changes']>;

const now = new Date();
const api = demoApi(undefined, now);
const today = formatDay(now);
const range = { from: addDays(today, -120), to: addDays(today, -31) };

const ask = async (
  call: string,
  dates: ResolvedRange,
  more: { filters?: unknown[]; docAge?: string; documentIds?: string[] } = {},
) => {
  const { filters = [], ...rest } = more;
  const { body } = await api().call(
    `POST /api/client-dashboard/${call}` as 'POST /api/client-dashboard/stats',
    {
      token: await api().tokenOf('internal@demo.example'),
      body: { filters: [clients(1), { field: 'DateRange', value: dates }, ...filters], ...rest },
    },
  );
  expect(body).toMatchObject({ success: true, data: expect.anything() });
  return body.data;
};

const count = async (...input: Parameters<typeof ask> extends [string, ...infer Rest] ? Rest : never) =>
  ((await ask('stats', ...input)) as { totalLeads: number }).totalLeads;

describe.each(comparedPeriods)('the change of engagements, compared with %s', (comparedWith) => {
  const before = comparedRange(range, comparedWith);

  it.each([{}, { docAge: '0-3 months' }])('is that of the totals, with %j', async (more) => {
    const change = (await ask('changes', range, { ...more, comparedWith } as never)) as Change;
    expect([change.current, change.previous]).toEqual([await count(range, more), await count(before, more)]);
    expect(change.gained - change.lost).toBe(change.current - change.previous);
  });

  it.each([
    ['organization', 'ReaderOrgs'],
    ['document', 'DocumentTitle'],
  ] as const)('is made of parts, each %s with as many activities', async (by, field) => {
    const { parts } = (await ask('changes', range, { comparedWith, by } as never)) as Change;
    expect(parts).toHaveLength(4);
    for (const { id, name, ...counts } of parts) {
      const narrow = by === 'document' ? { documentIds: [id] } : { filters: [{ field, value: [{ id }] }] };
      expect(name).not.toBe('');
      expect(counts).toEqual({ current: await count(range, narrow), previous: await count(before, narrow) });
    }
  });
});
